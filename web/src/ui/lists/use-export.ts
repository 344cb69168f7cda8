import { useEffect, useRef, useState } from 'react';
import { lazy } from '../../format/numbers.ts';
import { asProblem } from '../feedback/problem.ts';
import { showToast } from '../feedback/toasts.tsx';
import { saveFile } from './save-file.ts';

export type ExportFormat = 'csv' | 'xlsx';

interface FetchOptions {
  signal: AbortSignal;
  onProgress: (receivedBytes: number) => void;
}

export type FetchFile = (format: ExportFormat, options: FetchOptions) => Promise<{ name: string; content: Blob }>;

/** Runs one export at a time and reports its progress. */
export function useExport(fetchFile: FetchFile) {
  const [receivedBytes, setReceivedBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(format: ExportFormat) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setReceivedBytes(0);
    try {
      const options = { signal: controller.signal, onProgress: setReceivedBytes };
      const { name, content } = await fetchFile(format, options);
      saveFile(name, content);
      showToast({ kind: 'success', message: 'Выгрузка готова', detail: `${name}, ${formatBytes(content.size)}` });
    } catch (reason) {
      if (controller.signal.aborted) return;
      showToast({ kind: 'error', message: 'Выгрузка не удалась', detail: asProblem(reason).detail });
    } finally {
      running.current = undefined;
      setReceivedBytes(undefined);
    }
  }

  return { receivedBytes, start: (format: ExportFormat) => void start(format), cancel: () => running.current?.abort() };
}

const bytesFormat = lazy(() => new Intl.NumberFormat('ru', { maximumFractionDigits: 1 }));

export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${bytesFormat().format(Math.ceil(bytes / 1024))}\u00a0КБ`;
  return `${bytesFormat().format(bytes / (1024 * 1024))}\u00a0МБ`;
}
