import { businessDay } from '@kazna/contract/shared/business-time';
import { type Cell, csvRow, csvStart } from '@kazna/contract/shared/csv';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PageOf } from '../api/query-client.ts';
import { formatCount, type PluralForms } from '../format/numbers.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { ExportProgress } from '../ui/lists/export-progress.tsx';
import { saveFile } from '../ui/lists/save-file.ts';
import { collectPages, maxRows } from './collect-pages.ts';

interface ExportButtonProps<Item> {
  /** File name without date and extension: «users». */
  fileName: string;
  forms: PluralForms;
  load: (cursor: string | undefined) => Promise<PageOf<Item>>;
  head: readonly string[];
  rowOf: (item: Item) => Cell[];
}

const rowForms: PluralForms = ['строка', 'строки', 'строк'];

/** Exports exactly the filtered rows. */
export function ExportButton<Item>({ fileName, forms, load, head, rowOf }: ExportButtonProps<Item>) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const { items, isCut } = await collectPages(load, { signal: controller.signal, onProgress: setCount });
      const name = `${fileName}-${businessDay(new Date())}.csv`;
      saveFile(
        name,
        new Blob([csvStart, ...[head, ...items.map(rowOf)].map(csvRow)], { type: 'text/csv;charset=utf-8' }),
      );
      const cut = isCut ? ` За раз можно выгрузить ${maxRows.toLocaleString('ru')}: уточните фильтры.` : '';
      const detail = `${name}, ${formatCount(items.length, rowForms)}.${cut}`;
      showToast({ kind: isCut ? 'info' : 'success', message: 'Выгрузка готова', detail });
    } catch (reason) {
      if (controller.signal.aborted) return;
      showToast({ kind: 'error', message: 'Выгрузка не удалась', detail: asProblem(reason).detail });
    } finally {
      running.current = undefined;
      setCount(undefined);
    }
  }

  if (count === undefined) {
    return (
      <Button variant="default" size="sm" leftSection={<DownloadIcon size={18} />} onClick={() => void run()}>
        Выгрузить
      </Button>
    );
  }
  return <ExportProgress done={formatCount(count, forms)} onCancel={() => running.current?.abort()} />;
}
