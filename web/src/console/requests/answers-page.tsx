import {
  createPreparedAnswer,
  deletePreparedAnswer,
  type PreparedAnswer,
  preparedAnswerForm,
  setRequestSettings,
  updatePreparedAnswer,
} from '@kazna/contract/admin/requests';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { StaffOnly, useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { answersQuery, requestSettingsQuery } from './queries.ts';
import classes from './requests.module.css';

export function AnswersPage() {
  const [edited, setEdited] = useState<PreparedAnswer | 'new'>();
  const add = (
    <StaffOnly permission="admin.requests" isHidden>
      <Button onClick={() => setEdited('new')}>Добавить заготовку</Button>
    </StaffOnly>
  );
  return (
    <AdminPage
      title="Заготовки и правила"
      explanation="Тексты, с которых начинается ответ, и когда обращение закрывается само"
      back={<LinkAnchor to="/admin/requests">← Обращения</LinkAnchor>}
      action={add}
    >
      <Closing />
      <Answers onEdit={setEdited} />
      {edited && (
        <AnswerDialog
          key={edited === 'new' ? 'new' : edited.id}
          answer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </AdminPage>
  );
}

const dayForms = ['день', 'дня', 'дней'] as const;
const choices = [null, 3, 5, 7, 14, 30, 60];

function Closing() {
  const { can } = useStaff();
  const { data: settings } = useQuery(requestSettingsQuery());
  const { failure, run } = useAction(async (closeAfterDays: number | null) => {
    await call(setRequestSettings, { body: { closeAfterDays } });
    await refreshAdmin();
    showToast({ kind: 'success', message: 'Правило сохранено' });
  });
  const chosen = settings?.closeAfterDays ?? null;
  const days = choices.includes(chosen) ? choices : [...choices, chosen];
  return (
    <Card title="Закрытие без ответа">
      <div className={classes.form}>
        <SelectField
          label="Если клиент не отвечает"
          disabled={!can('admin.manage') || !settings}
          value={String(chosen ?? '')}
          description="Ответ клиента открывает обращение снова"
          data={days.map((one) => ({
            value: String(one ?? ''),
            label: one === null ? 'Не закрывать' : `Закрыть через ${formatCount(one, dayForms)}`,
          }))}
          onChange={({ currentTarget }) => run(currentTarget.value === '' ? null : Number(currentTarget.value))}
        />
        <FormFailure failure={failure} />
      </div>
    </Card>
  );
}

function Answers({ onEdit }: { onEdit: (answer: PreparedAnswer) => void }) {
  const { data, error, refetch } = useQuery(answersQuery());
  const { can } = useStaff();
  const [removed, setRemoved] = useState<PreparedAnswer>();
  if (error && !data)
    return <QueryFailure what="Заготовки не загрузились" error={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0)
    return (
      <Empty drawing={<EnvelopeDrawing />} title="Заготовок пока нет">
        Добавьте ответы на частые вопросы, и отвечать станет быстрее.
      </Empty>
    );
  return (
    <Card title="Заготовки ответов">
      {!data && <SkeletonText lines={5} />}
      <ul className={classes.answers}>
        {data?.items.map((answer) => (
          <li key={answer.id} className={classes.answer}>
            <div>
              <p className={classes.answerTitle}>{answer.title}</p>
              <p className={classes.answerText}>{answer.text}</p>
            </div>
            {can('admin.requests') && (
              <div className={classes.actions}>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`Изменить: ${answer.title}`}
                  onClick={() => onEdit(answer)}
                >
                  Изменить
                </Button>
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={`Удалить: ${answer.title}`}
                  onClick={() => setRemoved(answer)}
                >
                  Удалить
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Удалить заготовку «${removed?.title ?? ''}»?`}
        action="Удалить"
        isDangerous
        onConfirm={async () => {
          await call(deletePreparedAnswer, { params: { answerId: removed?.id ?? '' } });
          await refreshAdmin();
        }}
      >
        <p>Отправленные ответы останутся.</p>
      </ConfirmDialog>
    </Card>
  );
}

function AnswerDialog({ answer, onClose }: { answer: PreparedAnswer | undefined; onClose: () => void }) {
  const form = useContractForm(preparedAnswerForm, { title: answer?.title ?? '', text: answer?.text ?? '' });
  return (
    <Dialog isOpen onClose={onClose} title={answer ? 'Изменить заготовку' : 'Новая заготовка'}>
      <form
        className={classes.form}
        {...form.form(async (body) => {
          if (answer) await call(updatePreparedAnswer, { params: { answerId: answer.id }, body });
          else await call(createPreparedAnswer, { body });
          await refreshAdmin();
          onClose();
        })}
      >
        <TextField label="Название" description="Видят только сотрудники" {...form.text('title')} />
        <TextAreaField label="Текст ответа" {...form.text('text')} />
        <FormFailure failure={form.failure} />
        <SubmitButton isPending={form.isPending}>Сохранить</SubmitButton>
      </form>
    </Dialog>
  );
}
