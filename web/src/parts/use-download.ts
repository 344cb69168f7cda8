import type { getDocumentFileAsStaff } from '@kazna/contract/admin/documents';
import type { getDocumentFile } from '@kazna/contract/cabinet/documents';
import { download } from '../api/download.ts';
import { useFileTask } from '../ui/lists/use-file-task.ts';

/** Saves the PDF of a document. */
export function useDownload(endpoint: typeof getDocumentFile | typeof getDocumentFileAsStaff, documentId: string) {
  const { done, start } = useFileTask('Документ не скачался', (options) =>
    download(endpoint, { params: { documentId } }, options),
  );
  return { isPending: done !== undefined, run: () => start() };
}
