import { disableUserSecondFactor, endUserSessions, updateUser } from '@kazna/contract/admin/users';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { StaffRoleDialog } from './staff-role-dialog.tsx';
import type { UserDetailsData } from './user-labels.tsx';

type Question = 'block' | 'unblock' | 'sessions' | 'second-factor';

interface Ask {
  title: string;
  action: string;
  consequence: ReactNode;
  done: string;
  isDangerous?: boolean;
  send: (reason: string) => Promise<unknown>;
}

function asksOf({ id: userId, name, email }: UserDetailsData): Record<Question, Ask> {
  const params = { userId };
  return {
    block: {
      title: `Заблокировать: ${name}?`,
      action: 'Заблокировать',
      consequence: `Все сеансы ${email} завершатся сразу, войти снова не получится. Приглашения, на которые ещё не ответили, мы отзовём. Организации и деньги останутся на месте, но сохранённые этим человеком карты списываться не будут.`,
      done: 'Пользователь заблокирован',
      isDangerous: true,
      send: (reason) => callConfirmed(updateUser, { params, body: { status: 'blocked', reason } }),
    },
    unblock: {
      title: `Разблокировать: ${name}?`,
      action: 'Разблокировать',
      consequence: `${email} снова сможет войти с прежним паролем.`,
      done: 'Пользователь разблокирован',
      send: (reason) => callConfirmed(updateUser, { params, body: { status: 'active', reason } }),
    },
    sessions: {
      title: `Завершить сеансы: ${name}?`,
      action: 'Завершить сеансы',
      consequence: `${email} выйдет на всех устройствах и сможет войти снова. Несохранённое в открытых вкладках пропадёт.`,
      done: 'Сеансы завершены',
      isDangerous: true,
      send: (reason) => call(endUserSessions, { params, body: { reason } }),
    },
    'second-factor': {
      title: `Выключить двухфакторную защиту: ${name}?`,
      action: 'Выключить двухфакторную защиту',
      consequence: `Для входа ${email} будет достаточно пароля, запасные коды и ключи доступа перестанут действовать. Владелец получит письмо. Сначала убедитесь, что просит он сам.`,
      done: 'Двухфакторная защита выключена',
      isDangerous: true,
      send: (reason) => callConfirmed(disableUserSecondFactor, { params, body: { reason } }),
    },
  };
}

export function UserActions({ user }: { user: UserDetailsData }) {
  const { can, userId } = useStaff();
  const [asked, setAsked] = useState<Question | 'role'>();
  if (user.status === 'deleted') return null;
  if (user.id === userId)
    return <p className={classes.quiet}>Это вы. Со своим аккаунтом здесь ничего сделать нельзя.</p>;
  if (!can('admin.manage')) return null;
  const asks = asksOf(user);
  const close = () => setAsked(undefined);
  const toggle = user.status === 'blocked' ? 'unblock' : 'block';
  return (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={() => setAsked(toggle)}>
        {asks[toggle].action}
      </Button>
      <Button variant="default" size="sm" onClick={() => setAsked('sessions')}>
        Завершить сеансы
      </Button>
      {(user.hasSecondFactor || user.passkeys > 0) && (
        <Button variant="default" size="sm" onClick={() => setAsked('second-factor')}>
          Выключить двухфакторную защиту
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => setAsked('role')}>
        Изменить роль
      </Button>
      {Object.entries(asks).map(([question, { title, action, consequence, done, isDangerous = false, send }]) => (
        <ReasonDialog
          key={question}
          isOpen={asked === question}
          onClose={close}
          title={title}
          action={action}
          isDangerous={isDangerous}
          onConfirm={async (reason) => {
            await send(reason);
            showToast({ kind: 'success', message: done, detail: user.name });
          }}
        >
          {consequence}
        </ReasonDialog>
      ))}
      <StaffRoleDialog isOpen={asked === 'role'} onClose={close} user={user} />
    </div>
  );
}
