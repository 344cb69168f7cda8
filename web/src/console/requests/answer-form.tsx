import { answerRequest, uploadRequestFileAsStaff } from '@kazna/contract/admin/requests';
import { messageText } from '@kazna/contract/cabinet/requests';
import { check } from '@kazna/contract/shared/validation';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { MessageFields, useMessageDraft } from '../../parts/requests/message-draft.tsx';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card } from '../../ui/page.tsx';
import { StaffOnly } from '../staff.tsx';
import { answersQuery, refreshRequests } from './queries.ts';
import classes from './requests.module.css';

export function AnswerForm({ requestId }: { requestId: string }) {
  return (
    <StaffOnly permission="admin.requests" isHidden>
      <Card>
        <Form requestId={requestId} />
      </Card>
    </StaffOnly>
  );
}

function Form({ requestId }: { requestId: string }) {
  const draft = useMessageDraft(uploadRequestFileAsStaff);
  const { data: answers } = useQuery(answersQuery());
  const [isNote, setIsNote] = useState(false);
  const [error, setError] = useState<string>();
  const { failure, isPending, run, clearFailure } = useAction(async (isLast: boolean) => {
    const { data: text, errors } = check(messageText, draft.text);
    setError(errors?.[0]?.message);
    if (errors) return;
    draft.requireUploaded();
    const body = { text, fileIds: draft.files.map(({ id }) => id), isNote, isLast: isLast && !isNote };
    await sendIdempotently('request-message', { requestId, body }, (headers) =>
      call(answerRequest, { params: { requestId }, body, headers }),
    );
    clearFailure();
    // A text typed after a note is one too until staff switch back.
    if (draft.clear() && isNote) setIsNote(false);
    await refreshRequests();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(false);
  };
  const insert = (id: string) => {
    const chosen = answers?.items.find((answer) => answer.id === id);
    if (chosen) draft.setText([draft.text.trim(), chosen.text].filter(Boolean).join('\n\n'));
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {answers && answers.items.length > 0 && (
        <SelectField
          label="Заготовка"
          value=""
          data={[
            { value: '', label: 'Вставить заготовку' },
            ...answers.items.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ currentTarget }) => insert(currentTarget.value)}
        />
      )}
      <MessageFields draft={draft} label={isNote ? 'Заметка для сотрудников' : 'Ответ клиенту'} error={error} />
      <CheckboxField
        label="Внутренняя заметка: клиент её не увидит"
        error={undefined}
        checked={isNote}
        onChange={({ currentTarget }) => setIsNote(currentTarget.checked)}
      />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" aria-busy={isPending}>
          {isNote ? 'Сохранить заметку' : 'Ответить'}
        </Button>
        {!isNote && (
          <Button variant="default" onClick={() => run(true)}>
            Ответить и закрыть
          </Button>
        )}
      </div>
    </form>
  );
}
