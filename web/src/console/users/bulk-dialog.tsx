import { reasonForm } from '@kazna/contract/admin/reason';
import { type AdminUser, endUserSessions, updateUser } from '@kazna/contract/admin/users';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount, type PluralForms } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialogs from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { focusOnMount } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './bulk.module.css';
import { type Failed, runSequentially } from './run-sequentially.ts';

export type BulkAction = 'block' | 'sessions';

const ofUsers: PluralForms = ['пользователя', 'пользователей', 'пользователей'];

const texts: Record<BulkAction, { title: (count: number) => string; button: string; consequence: string }> = {
  block: {
    title: (count) => `Заблокировать ${formatCount(count, ofUsers)}?`,
    button: 'Заблокировать',
    consequence:
      'Их сеансы завершатся сразу, войти снова не получится. Приглашения, на которые ещё не ответили, мы отзовём. Организации и деньги останутся на месте, но сохранённые ими карты списываться не будут.',
  },
  sessions: {
    title: (count) => `Завершить сеансы ${formatCount(count, ofUsers)}?`,
    button: 'Завершить сеансы',
    consequence: 'Эти люди выйдут на всех устройствах и смогут войти снова.',
  },
};

const requests: Record<BulkAction, (userId: string, reason: string) => Promise<unknown>> = {
  block: (userId, reason) => callConfirmed(updateUser, { params: { userId }, body: { status: 'blocked', reason } }),
  sessions: (userId, reason) => call(endUserSessions, { params: { userId }, body: { reason } }),
};

interface BulkDialogProps {
  /** The action to confirm; undefined while the dialog is closed. */
  action: BulkAction | undefined;
  users: readonly AdminUser[];
  onClose: () => void;
  /** Called on close after a run, to clear the selection. */
  onDone: () => void;
}

export function BulkDialog({ action, users, onClose, onDone }: BulkDialogProps) {
  // A running action keeps its people and texts even if the selection changes.
  const [shown, setShown] = useState({ action: action ?? 'block', users });
  if (action && (shown.action !== action || (shown.users !== users && users.length > 0))) setShown({ action, users });
  const close = () => {
    onClose();
    if (hasRun.current) onDone();
    hasRun.current = false;
  };
  const hasRun = useRef(false);
  return (
    <Dialog isOpen={action !== undefined} onClose={close} title={texts[shown.action].title(shown.users.length)}>
      <BulkForm
        {...shown}
        onClose={close}
        onRun={() => {
          hasRun.current = true;
        }}
      />
    </Dialog>
  );
}

interface BulkFormProps {
  action: BulkAction;
  users: readonly AdminUser[];
  onClose: () => void;
  onRun: () => void;
}

function BulkForm({ action, users, onClose, onRun }: BulkFormProps) {
  const { form, text } = useContractForm(reasonForm, { reason: '' });
  const [progress, setProgress] = useState<{ done: number; failed: readonly Failed<AdminUser>[] }>();
  const [isOver, setIsOver] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = form(async ({ reason }) => {
    running.current = new AbortController();
    onRun();
    setProgress({ done: 0, failed: [] });
    const options = { signal: running.current.signal, onProgress: setProgress };
    setProgress(await runSequentially(users, ({ id }) => requests[action](id, reason), options));
    setIsOver(true);
    void refreshAdmin();
  });

  if (progress) {
    return (
      <BulkProgress
        {...progress}
        users={users}
        isOver={isOver}
        onStop={() => running.current?.abort()}
        onClose={onClose}
      />
    );
  }
  return (
    <form {...run}>
      <div className={dialogs.text}>
        <p>{texts[action].consequence}</p>
        <p className={classes.names}>{namesOf(users)}</p>
      </div>
      <ReasonField {...text('reason')} />
      <DialogActions action={texts[action].button} onCancel={onClose} isDangerous />
    </form>
  );
}

function namesOf(users: readonly AdminUser[]): string {
  const shown = users.slice(0, 5).map(({ name, email }) => `${name} (${email})`);
  const rest = users.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} и ещё ${rest}` : shown.join(', ');
}

interface BulkProgressProps {
  done: number;
  failed: readonly Failed<AdminUser>[];
  users: readonly AdminUser[];
  isOver: boolean;
  onStop: () => void;
  onClose: () => void;
}

function BulkProgress({ done, failed, users, isOver, onStop, onClose }: BulkProgressProps) {
  return (
    <>
      <div className={dialogs.text} data-saved>
        <p role="status">
          {isOver ? `Готово: ${done - failed.length} из ${users.length}.` : `Сделано ${done} из ${users.length}`}
          {isOver && done < users.length && ` Остановлено, не тронуто: ${users.length - done}.`}
        </p>
        {!isOver && <progress className={classes.progress} value={done} max={users.length} aria-label="Выполнение" />}
        {failed.length > 0 && (
          <>
            <p>Не получилось: {failed.length}</p>
            <ul className={classes.failed}>
              {failed.map(({ item, why }) => (
                <li key={item.id}>
                  <strong>{item.name}</strong>. {why}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={dialogs.actions}>
        {isOver ? (
          <Button key="close" ref={focusOnMount} onClick={onClose}>
            Закрыть
          </Button>
        ) : (
          <Button key="stop" ref={focusOnMount} variant="default" onClick={onStop}>
            Остановить
          </Button>
        )}
      </div>
    </>
  );
}
