import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useStaff } from '../use-staff.ts';
import classes from './business.module.css';
import { BusinessEdit } from './business-edit.tsx';
import { BusinessFacts } from './business-facts.tsx';
import { businessQuery } from './queries.ts';

export function BusinessPage() {
  const { can } = useStaff();
  const { data: state, error, refetch } = useQuery(businessQuery());
  const [isEditing, setIsEditing] = useState(false);
  const mayEdit = can('admin.manage');
  const isShown = state?.data && !isEditing;
  return (
    <AdminPage
      title="Реквизиты"
      explanation="Стоят в новых счетах и закрывающих документах. Изменения не касаются документов, которые уже есть"
      action={mayEdit && isShown && <Button onClick={() => setIsEditing(true)}>Изменить</Button>}
    >
      {error && !state ? (
        <QueryFailure what="Реквизиты не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !state ? (
        <SkeletonText lines={12} />
      ) : isEditing && mayEdit ? (
        <BusinessEdit state={state} onDone={() => setIsEditing(false)} />
      ) : state.data ? (
        <>
          <BusinessFacts business={state.data} />
          {state.changedAt && (
            <p className={classes.changed}>
              Последнее изменение: <Moment at={state.changedAt} />, {state.changedBy ?? 'удалённый пользователь'}
            </p>
          )}
        </>
      ) : (
        <NoBusiness onEdit={mayEdit ? () => setIsEditing(true) : undefined} />
      )}
    </AdminPage>
  );
}

function NoBusiness({ onEdit }: { onEdit: (() => void) | undefined }) {
  return (
    <Empty
      drawing={<ReceiptDrawing />}
      title="Реквизиты ещё не указаны"
      action={onEdit && <Button onClick={onEdit}>Указать реквизиты</Button>}
    >
      Без них клиенты не могут платить по счёту, а выписку банка не с чем сравнить.
      {!onEdit && ' Заполнить их может администратор.'}
    </Empty>
  );
}
