import type { AdminRequestMessage, getRequestFileAsStaff } from '@kazna/contract/admin/requests';
import type { getRequestFile, RequestFile, RequestMessage } from '@kazna/contract/cabinet/requests';
import { Button } from '@mantine/core';
import { download } from '../../api/download.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useFileTask } from '../../ui/lists/use-file-task.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { Moment } from '../moment.tsx';
import { sizeText } from './message-draft.tsx';
import classes from './requests.module.css';

type Message = RequestMessage & Partial<Pick<AdminRequestMessage, 'isNote'>>;
type FileEndpoint = typeof getRequestFile | typeof getRequestFileAsStaff;

interface ThreadProps {
  /** Newest first, as the server lists them. */
  messages: readonly Message[];
  files: FileEndpoint;
  isForStaff?: boolean;
  hasEarlier: boolean;
  onEarlier: () => void;
}

export function Thread({ messages, files, isForStaff = false, hasEarlier, onEarlier }: ThreadProps) {
  return (
    <>
      {hasEarlier && (
        <Button variant="default" fullWidth onClick={onEarlier}>
          Показать раньше
        </Button>
      )}
      <ol className={classes.thread} aria-label="Сообщения">
        {messages.toReversed().map((message) => (
          <li key={message.id} className={classes.message} data-kind={kindOf(message, isForStaff)}>
            <p className={classes.author}>
              <b>{authorOf(message, isForStaff)}</b>
              {message.isNote && <span className={classes.note}>Заметка, клиент её не видит</span>}
              {message.isByMail && <span className={classes.byMail}>письмом</span>}
              <Moment at={message.createdAt} />
            </p>
            <p className={classes.text}>{message.text ?? <i>Текст удалён вместе с аккаунтом</i>}</p>
            {message.files.length > 0 && (
              <ul className={classes.files} aria-label="Файлы">
                {message.files.map((file) => (
                  <li key={file.id}>
                    <FileButton file={file} endpoint={files} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function kindOf({ isNote, isByStaff }: Message, isForStaff: boolean): 'note' | 'mine' | 'theirs' {
  if (isNote) return 'note';
  return isByStaff === isForStaff ? 'mine' : 'theirs';
}

function authorOf({ isOwn, isByStaff, authorName }: Message, isForStaff: boolean): string {
  if (isOwn) return 'Вы';
  const name = authorName ?? 'Удалённый пользователь';
  return isByStaff && !isForStaff ? `${name}, поддержка` : name;
}

/** Saved, never shown: whatever a file contains, the page runs none of it. */
function FileButton({ file: { id, name, sizeBytes }, endpoint }: { file: RequestFile; endpoint: FileEndpoint }) {
  const { done, start } = useFileTask('Файл не скачался', (options) =>
    download(endpoint, { params: { fileId: id } }, options),
  );
  return (
    <button type="button" className={classes.download} aria-busy={done !== undefined} onClick={() => start()}>
      <DownloadIcon size={18} />
      <span className={hidden.hidden}>Скачать </span>
      <span className={classes.fileName}>{name}</span>
      <span className={classes.size}>{sizeText(sizeBytes)}</span>
    </button>
  );
}
