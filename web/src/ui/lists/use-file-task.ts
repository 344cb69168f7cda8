import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../feedback/problem.ts';
import { showToast } from '../feedback/toasts.tsx';

export interface FileTaskOptions {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

export interface MadeFile {
  name: string;
  content: Blob;
  /** Shown when the file is saved. */
  toast?: Parameters<typeof showToast>[0];
}

/**
 * Makes and saves one file at a time. `done` is how much of it there is, undefined unless it runs. Leaving the page
 * cancels it, a failure is a toast.
 */
export function useFileTask<Input extends unknown[]>(
  failureMessage: string,
  makeFile: (options: FileTaskOptions, ...input: Input) => Promise<MadeFile>,
) {
  const [done, setDone] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(...input: Input) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setDone(0);
    try {
      const file = await makeFile({ signal: controller.signal, onProgress: setDone }, ...input);
      saveFile(file.name, file.content);
      if (file.toast) showToast(file.toast);
    } catch (reason) {
      if (controller.signal.aborted) return;
      showToast({ kind: 'error', message: failureMessage, detail: asProblem(reason).detail });
    } finally {
      running.current = undefined;
      setDone(undefined);
    }
  }

  return { done, start: (...input: Input) => void run(...input), cancel: () => running.current?.abort() };
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
