import type { AdminUser } from '@kazna/contract/admin/users';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, type PluralForms } from '../../format/numbers.ts';
import classes from './bulk.module.css';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';

const userForms: PluralForms = ['пользователь', 'пользователя', 'пользователей'];

interface BulkBarProps {
  users: readonly AdminUser[];
  onClear: () => void;
}

export function BulkBar({ users, onClear }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction>();
  return (
    <>
      {users.length > 0 && (
        <section className={classes.bar} aria-label="Действия с выбранными">
          <div className={classes.chosen}>
            <span role="status">Выбрано: {formatCount(users.length, userForms)}</span>
            <Button variant="subtle" size="sm" onClick={onClear}>
              Снять выбор
            </Button>
          </div>
          <div className={classes.buttons}>
            <Button variant="default" size="sm" onClick={() => setAsked('block')}>
              Заблокировать
            </Button>
            <Button variant="default" size="sm" onClick={() => setAsked('sessions')}>
              Завершить сеансы
            </Button>
          </div>
        </section>
      )}
      <BulkDialog action={asked} users={users} onClose={() => setAsked(undefined)} onDone={onClear} />
    </>
  );
}
