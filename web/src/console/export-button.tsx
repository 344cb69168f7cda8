import { businessDay } from '@kazna/contract/shared/business-time';
import { type Cell, csvRow, csvStart } from '@kazna/contract/shared/csv';
import { Button } from '@mantine/core';
import type { PageOf } from '../api/query-client.ts';
import { formatCount, type PluralForms } from '../format/numbers.ts';
import { DownloadIcon } from '../ui/icons.tsx';
import { ExportProgress, exportFailure, exportSuccess } from '../ui/lists/export.tsx';
import { type FileTaskOptions, type MadeFile, useFileTask } from '../ui/lists/use-file-task.ts';

interface ExportButtonProps<Item> {
  /** File name without date and extension: «users». */
  fileName: string;
  forms: PluralForms;
  load: (cursor: string | undefined) => Promise<PageOf<Item>>;
  head: readonly string[];
  rowOf: (item: Item) => Cell[];
  label?: string;
}

const rowForms: PluralForms = ['строка', 'строки', 'строк'];

/** Exports exactly the filtered rows of a list that the server does not export: reads its pages and writes the CSV here. */
export function ExportButton<Item>({
  fileName,
  forms,
  load,
  head,
  rowOf,
  label = 'Выгрузить',
}: ExportButtonProps<Item>) {
  const { done, start, cancel } = useFileTask(exportFailure, async (options): Promise<MadeFile> => {
    const { items, isCut } = await collectPages(load, options);
    const name = `${fileName}-${businessDay(new Date())}.csv`;
    const cut = isCut ? ` За раз можно выгрузить ${maxRows.toLocaleString('ru')}: уточните фильтры.` : '';
    const detail = `${name}, ${formatCount(items.length, rowForms)}.${cut}`;
    const content = [csvStart, ...[head, ...items.map(rowOf)].map(csvRow)];
    return {
      name,
      content: new Blob(content, { type: 'text/csv;charset=utf-8' }),
      toast: { kind: isCut ? 'info' : 'success', message: exportSuccess, detail },
    };
  });
  if (done !== undefined) return <ExportProgress done={formatCount(done, forms)} onCancel={cancel} />;
  return (
    <Button variant="default" leftSection={<DownloadIcon size={18} />} onClick={() => start()}>
      {label}
    </Button>
  );
}

const maxRows = 100_000;

/** Collects all pages up to the limit; `isCut` says that there was more. */
export async function collectPages<Item>(
  load: (cursor: string | undefined) => Promise<PageOf<Item>>,
  { limit = maxRows, signal, onProgress }: FileTaskOptions & { limit?: number },
): Promise<{ items: Item[]; isCut: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    signal.throwIfAborted();
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    onProgress(Math.min(items.length, limit));
  } while (cursor && items.length < limit);
  return { items: items.slice(0, limit), isCut: cursor !== undefined || items.length > limit };
}
