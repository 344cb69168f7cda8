import type { getClosingDocumentFile } from '@kazna/contract/admin/documents';
import type { getDocumentFile } from '@kazna/contract/cabinet/documents';
import { useEffect, useRef, useState } from 'react';
import { download } from '../api/download.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { saveFile } from '../ui/lists/save-file.ts';

/** Saves the PDF of a document, one at a time; a failure is a toast. */
export function useDownload(endpoint: typeof getDocumentFile | typeof getClosingDocumentFile, documentId: string) {
  const [isPending, setIsPending] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setIsPending(true);
    try {
      const options = { signal, onProgress: () => {} };
      const { name, content } = await download(endpoint, { params: { documentId } }, options);
      saveFile(name, content);
    } catch (reason) {
      if (signal.aborted) return;
      showToast({ kind: 'error', message: 'Документ не скачался', detail: asProblem(reason).detail });
    } finally {
      running.current = undefined;
      setIsPending(false);
    }
  }

  return { isPending, run: () => void run() };
}
