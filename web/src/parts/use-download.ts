import type { getDocumentFileAsStaff, getDocumentXmlAsStaff } from '@kazna/contract/admin/documents';
import type { getDocumentFile, getDocumentXml } from '@kazna/contract/cabinet/documents';
import { download } from '../api/download.ts';
import { useFileTask } from '../ui/lists/use-file-task.ts';

type FileOfDocument =
  | typeof getDocumentFile
  | typeof getDocumentFileAsStaff
  | typeof getDocumentXml
  | typeof getDocumentXmlAsStaff;

/** Saves a file of a document; `onDone` is called when it is here. */
export function useDownload(endpoint: FileOfDocument, documentId: string, onDone?: () => void) {
  const { done, start } = useFileTask('Документ не скачался', async (options) => {
    const file = await download(endpoint, { params: { documentId } }, options);
    onDone?.();
    return file;
  });
  return { isPending: done !== undefined, run: () => start() };
}
