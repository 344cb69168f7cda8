import type { uploadRequestFileAsStaff } from '@kazna/contract/admin/requests';
import {
  maxRequestFileBytes,
  maxRequestFiles,
  type RequestFile,
  requestFileTypes,
  type uploadRequestFile,
} from '@kazna/contract/cabinet/requests';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { DocumentIcon, PlusIcon } from '../../ui/icons.tsx';
import { CloseIcon } from '../../ui/visitor-icons.tsx';
import classes from './requests.module.css';

type Upload = typeof uploadRequestFile | typeof uploadRequestFileAsStaff;

interface Failure {
  message: string;
  attempt: number;
}

export interface MessageDraft {
  text: string;
  setText: (text: string) => void;
  files: RequestFile[];
  isUploading: boolean;
  add: (files: readonly File[]) => Promise<void>;
  remove: (id: string) => void;
  failure: Failure | undefined;
  fail: (reason: unknown) => void;
  /** Called before it is sent. Throws what the form shows while files are still on their way. */
  requireUploaded: () => void;
  /** Takes away what was sent. Returns false where something else was typed meanwhile, which stays. */
  clear: () => boolean;
}

/** A message that is being written; its files are stored as soon as they are chosen. */
export function useMessageDraft(upload: Upload): MessageDraft {
  const [text, showText] = useState('');
  const latestText = useRef(text);
  const setText = (next: string) => {
    latestText.current = next;
    showText(next);
  };
  const [files, setFiles] = useState<RequestFile[]>([]);
  const [uploading, setUploading] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const count = useRef(0);
  const fail = (reason: unknown) => {
    setFailure((last) => ({ message: asProblem(reason).detail, attempt: (last?.attempt ?? 0) + 1 }));
  };

  async function addOne(file: File) {
    if (count.current >= maxRequestFiles) throw tooMany;
    if (file.size > maxRequestFileBytes) throw tooLarge(file.name);
    count.current += 1;
    setUploading((running) => running + 1);
    try {
      const stored = await call(upload, { query: { name: file.name }, body: file });
      setFiles((before) => [...before, stored]);
    } catch (reason) {
      count.current -= 1;
      throw reason;
    } finally {
      setUploading((running) => running - 1);
    }
  }

  return {
    text,
    setText,
    files,
    isUploading: uploading > 0,
    add: async (chosen) => {
      setFailure(undefined);
      for (const file of chosen) await addOne(file).catch(fail);
    },
    remove: (id) => {
      count.current -= 1;
      setFiles((before) => before.filter((file) => file.id !== id));
    },
    failure,
    fail,
    requireUploaded: () => {
      if (uploading > 0) throw stillUploading;
    },
    clear: () => {
      const isUnchanged = latestText.current === text;
      if (isUnchanged) setText('');
      count.current -= files.length;
      setFiles((now) => now.filter((file) => !files.includes(file)));
      setFailure(undefined);
      return isUnchanged;
    },
  };
}

const stillUploading = { detail: 'Файлы ещё загружаются. Дождитесь их и отправьте снова.' };
const tooMany = { detail: `К сообщению можно приложить не больше ${maxRequestFiles} файлов. Остальные не добавлены.` };
const tooLarge = (name: string) => ({ detail: `Файл «${name}» больше 10 МБ и не добавлен. Уменьшите его.` });

const accepted = Object.values(requestFileTypes)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',');

interface MessageFieldsProps {
  draft: MessageDraft;
  label: string;
  placeholder?: string;
  error?: string | undefined;
}

export function MessageFields({ draft, label, placeholder, error }: MessageFieldsProps) {
  const { text, setText, files, isUploading, add, remove, failure } = draft;
  return (
    <div className={classes.fields}>
      <TextAreaField
        label={label}
        placeholder={placeholder}
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onPaste={({ clipboardData }) => void add([...clipboardData.files])}
      />
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Приложенные файлы">
          {files.map(({ id, name, sizeBytes }) => (
            <li key={id} className={classes.file}>
              <DocumentIcon size={18} />
              <span className={classes.fileName}>{name}</span>
              <span className={classes.size}>{sizeText(sizeBytes)}</span>
              <button type="button" className={classes.remove} aria-label={`Убрать ${name}`} onClick={() => remove(id)}>
                <CloseIcon size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label className={classes.attach} aria-busy={isUploading}>
        <input
          type="file"
          multiple
          accept={accepted}
          aria-label="Приложить файлы"
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])]);
            // The same file may be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <PlusIcon size={18} />
        {isUploading ? 'Загружаем…' : 'Приложить файлы'}
      </label>
      <p className={classes.hint}>Картинки, PDF, текст и документы Office, до 10 МБ каждый, не больше пяти</p>
      <FormFailure failure={failure} />
    </div>
  );
}

/** Returns «12 КБ» or «3,4 МБ». */
export function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes}\u00a0КБ`;
  return `${(bytes / 1024 / 1024).toLocaleString('ru-RU', { maximumFractionDigits: 1 })}\u00a0МБ`;
}
