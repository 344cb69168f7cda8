import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useEffect, useRef } from 'react';
import { lazy } from '../../format/numbers.ts';
import { Popover } from '../dialogs/popover.tsx';
import { DownloadIcon } from '../icons.tsx';
import classes from './export.module.css';
import { type FileTaskOptions, type MadeFile, useFileTask } from './use-file-task.ts';

const formatLabels = { xlsx: 'Excel (XLSX)', csv: 'Таблица CSV' };

type ExportFormat = keyof typeof formatLabels;

interface ExportMenuProps {
  fetchFile: (format: ExportFormat, options: FileTaskOptions) => Promise<MadeFile>;
}

/** Exports exactly the filtered rows. */
export function ExportMenu({ fetchFile }: ExportMenuProps) {
  const { progress, start } = useExport((options, format: ExportFormat) => fetchFile(format, options));
  if (progress) return progress;
  const content = (
    <>
      <DownloadIcon size={18} />
      Выгрузить
    </>
  );
  return (
    <Popover label="Вид файла" button={{ className: classes.export, content }}>
      {(close) => (
        <div className={classes.formats}>
          {Object.entries(formatLabels).map(([format, label]) => (
            <Button
              key={format}
              variant="subtle"
              onClick={() => {
                close();
                start(format as ExportFormat);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** An export of which the server streams the file. `progress` is what to show while it runs, instead of its button. */
export function useExport<Input extends unknown[]>(
  fetchFile: (options: FileTaskOptions, ...input: Input) => Promise<MadeFile>,
) {
  const { done, start, cancel } = useFileTask(exportFailure, async (options, ...input: Input): Promise<MadeFile> => {
    const file = await fetchFile(options, ...input);
    const detail = `${file.name}, ${formatBytes(file.content.size)}`;
    return { ...file, toast: { kind: 'success', message: exportSuccess, detail } };
  });
  const progress = done !== undefined && <ExportProgress done={formatBytes(done)} onCancel={cancel} />;
  return { progress, start };
}

export const exportSuccess = 'Выгрузка готова';
export const exportFailure = 'Выгрузка не удалась';

interface ExportProgressProps {
  /** Progress text: «120 КБ». */
  done: string;
  onCancel: () => void;
}

export function ExportProgress({ done, onCancel }: ExportProgressProps) {
  const progress = useRef<HTMLDivElement>(null);
  useEffect(() => keepFocus(progress.current), []);
  return (
    <div ref={progress} className={classes.exporting}>
      <span role="status">
        Выгружаем: {done}
        <progress aria-label="Выгрузка" />
      </span>
      <Button variant="default" size="sm" onClick={onCancel}>
        Отменить
      </Button>
    </div>
  );
}

/** The progress takes the place of the button that started it: the focus goes with it to «Отменить», and back. */
function keepFocus(progress: HTMLElement | null): () => void {
  const place = progress?.parentElement;
  const index = [...(place?.children ?? [])].indexOf(progress as HTMLElement);
  const takeOver = (element: Element | null | undefined) => {
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus();
  };
  takeOver(progress?.querySelector('button'));
  return () => takeOver(place?.children[index]);
}

const bytesFormat = lazy(() => new Intl.NumberFormat('ru', { maximumFractionDigits: 1 }));

function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${bytesFormat().format(Math.ceil(bytes / 1024))}\u00a0КБ`;
  return `${bytesFormat().format(bytes / (1024 * 1024))}\u00a0МБ`;
}
