import { Button } from '@mantine/core';
import { formatDate } from '../../format/date.ts';
import { businessName } from '../../ui/brand.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { CheckboxField, focusOnMount } from '../../ui/forms/fields.tsx';
import { saveFile } from '../../ui/lists/use-file-task.ts';
import classes from './recovery-codes-step.module.css';
import { BusyButton } from './section.tsx';

interface RecoveryCodesStepProps {
  email: string;
  codes: string[];
  isSaved: boolean;
  /** Closing was attempted before the codes were saved. */
  isRefused: boolean;
  onSavedChange: (isSaved: boolean) => void;
  onDone: () => void;
}

export function RecoveryCodesStep({ email, codes, isSaved, isRefused, onSavedChange, onDone }: RecoveryCodesStepProps) {
  const list = codes.join('\n');
  const download = () =>
    saveFile('kazna-zapasnye-kody.txt', new Blob([describe(email, list)], { type: 'text/plain;charset=utf-8' }));
  return (
    <>
      <p className={classes.text} ref={focusOnMount} tabIndex={-1}>
        Двухфакторная защита включена. Если телефона не будет под рукой, войдите с одним из этих кодов: каждый подходит
        один раз. Больше мы их не покажем.
      </p>
      <ul className={classes.codes} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={list} copied="Коды скопированы">
          Скопировать
        </CopyButton>
        <BusyButton onClick={download}>Скачать файлом</BusyButton>
      </div>
      <div className={classes.box}>
        <CheckboxField
          label="Я сохранил коды"
          checked={isSaved}
          error={isRefused ? 'Сохраните коды и отметьте это: больше мы их не покажем' : undefined}
          onChange={(event) => onSavedChange(event.currentTarget.checked)}
        />
      </div>
      <Button variant="filled" fullWidth onClick={onDone}>
        Готово
      </Button>
    </>
  );
}

function describe(email: string, list: string): string {
  const today = formatDate(new Date().toISOString());
  return `${businessName()}: запасные коды для входа\nАккаунт: ${email}\nПолучены: ${today}\n\n${list}\n\nКаждый код подходит один раз.\n`;
}
