import {
  type AboutKind,
  aboutKinds,
  createRequest,
  messageText,
  type RequestTopic,
  requestForm,
  requestTopics,
  uploadRequestFile,
} from '@kazna/contract/cabinet/requests';
import { check } from '@kazna/contract/shared/validation';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { oneOf } from '../../navigation/plain-search.ts';
import { useFormOrganization } from '../../parts/form-organization.tsx';
import { MessageFields, useMessageDraft } from '../../parts/requests/message-draft.tsx';
import { SubmitButton } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, Page } from '../../ui/page.tsx';
import classes from './requests-page.module.css';

/** What the request is about. */
export interface NewRequestSearch {
  kind?: string | undefined;
  about?: string | undefined;
}

const topicsOfKinds: Record<AboutKind, RequestTopic> = {
  payment: 'money',
  invoice: 'documents',
  document: 'documents',
  subscription: 'services',
};
const kindTexts: Record<AboutKind, string> = {
  payment: 'Вопрос о платеже',
  invoice: 'Вопрос о счёте',
  document: 'Вопрос о документе',
  subscription: 'Вопрос об услуге',
};

export function NewRequestPage({ search }: { search: NewRequestSearch }) {
  const kind = search.about ? oneOf(aboutKinds, search.kind) : undefined;
  const about = kind && search.about ? { kind, id: search.about } : undefined;
  return (
    <Page
      isNarrow
      title="Новое обращение"
      help="requests"
      explanation="Опишите, что случилось: ответ придёт в личный кабинет и на почту"
      back={<LinkAnchor to="/requests">← Обращения</LinkAnchor>}
    >
      <Card>
        <RequestForm key={about?.id} about={about} />
      </Card>
    </Page>
  );
}

function RequestForm({ about }: { about: { kind: AboutKind; id: string } | undefined }) {
  const navigate = useNavigate();
  const [topic, setTopic] = useState<string>(about ? topicsOfKinds[about.kind] : '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isPending, setIsPending] = useState(false);
  const draft = useMessageDraft(uploadRequestFile);
  const organization = useFormOrganization();

  async function send() {
    const fileIds = draft.files.map(({ id }) => id);
    const { data, errors: found } = check(requestForm, { topic, text: draft.text, fileIds, ...(about && { about }) });
    const byPath = Object.fromEntries((found ?? []).map(({ path, message }) => [path, message]));
    setErrors(topic === '' ? { ...byPath, topic: 'Выберите тему' } : byPath);
    if (!data) return;
    draft.requireUploaded();
    organization.requireSame();
    const { id } = await sendIdempotently('request', data, (headers) => call(createRequest, { body: data, headers }));
    await queryClient.invalidateQueries({ queryKey: ['requests'] });
    await navigate({ to: '/requests/$id', params: { id } });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    await send().catch(draft.fail);
    setIsPending(false);
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {about && (
        <div className={classes.about}>
          {kindTexts[about.kind]}
          <LinkAnchor to="/requests/new" search={{}} replace>
            Спросить о другом
          </LinkAnchor>
        </div>
      )}
      <SelectField
        label="Тема"
        value={topic}
        error={topic === '' ? errors.topic : undefined}
        data={[
          { value: '', label: 'Выберите тему', disabled: true },
          ...Object.entries(requestTopics).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => setTopic(currentTarget.value)}
      />
      <MessageFields
        draft={draft}
        label="Сообщение"
        placeholder="Что случилось и чего вы ждёте"
        error={errors.text && check(messageText, draft.text).errors?.[0]?.message}
      />
      {organization.question ?? <SubmitButton isPending={isPending}>Отправить</SubmitButton>}
    </form>
  );
}
