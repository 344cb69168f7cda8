import { getConfirmation } from '@kazna/contract/cabinet/operations';
import { download } from '../api/download.ts';
import { useFileTask } from '../ui/lists/use-file-task.ts';

/** Saves the confirmation of a top-up, by the id of the movement or of its payment. */
export function useConfirmation(operationId: string) {
  const { done, start } = useFileTask('Подтверждение не скачалось', (options) =>
    download(getConfirmation, { params: { operationId } }, options),
  );
  return { isPending: done !== undefined, run: () => start() };
}
