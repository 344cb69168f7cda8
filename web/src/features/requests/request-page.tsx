import {
  closeRequest,
  getRequestFile,
  messageText,
  postRequestMessage,
  type Request,
  requestTopics,
  uploadRequestFile,
} from '@kazna/contract/cabinet/requests';
import { check } from '@kazna/contract/shared/validation';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { statusOf } from '../../api/request.ts';
import { MessageFields, useMessageDraft } from '../../parts/requests/message-draft.tsx';
import { RequestMark } from '../../parts/requests/request-labels.tsx';
import { Thread } from '../../parts/requests/thread.tsx';
import { useActiveOrganization } from '../../queries/profile.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { messagesQuery, requestQuery } from './queries.ts';
import classes from './requests-page.module.css';

const back = <LinkAnchor to="/requests">← Обращения</LinkAnchor>;

export function RequestPage({ id }: { id: string }) {
  const organization = useActiveOrganization();
  const { data: request, error, refetch } = useQuery(requestQuery(organization.id, id));
  const messages = useInfiniteQuery(messagesQuery(organization.id, id));
  if (statusOf(error) === 404) return <UnknownRequest />;
  const failed = error ?? messages.error;
  return (
    <Page
      back={back}
      help="requests"
      title={request ? `Обращение №\u00a0${request.number}` : <SkeletonLine width={220} />}
      beside={request ? <RequestMark state={request.state} /> : <SkeletonLine width={140} />}
      explanation={request ? <About request={request} /> : <SkeletonLine width={240} />}
    >
      {failed && !(request && messages.data) ? (
        <QueryFailure
          what="Обращение не загрузилось"
          error={failed}
          onRetry={() => void Promise.all([refetch(), messages.refetch()])}
        />
      ) : (
        <div className={classes.page}>
          {messages.data ? (
            <Thread
              messages={messages.data}
              files={getRequestFile}
              hasEarlier={messages.hasNextPage}
              onEarlier={() => void messages.fetchNextPage()}
            />
          ) : (
            <SkeletonText lines={6} />
          )}
          {request && <Reply key={id} request={request} />}
        </div>
      )}
    </Page>
  );
}

function About({ request: { topic, about } }: { request: Request }) {
  if (!about) return requestTopics[topic];
  const links = {
    payment: { to: '/payments/$id', params: { id: about.id } },
    invoice: { to: '/invoices/$id', params: { id: about.id } },
    subscription: { to: '/services/$id', params: { id: about.id } },
    document: { to: '/documents' },
  } as const;
  return (
    <>
      {requestTopics[topic]} · <LinkAnchor {...links[about.kind]}>{about.label}</LinkAnchor>
    </>
  );
}

function Reply({ request: { id: requestId, state } }: { request: Request }) {
  const draft = useMessageDraft(uploadRequestFile);
  const [error, setError] = useState<string>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['requests'] });
  const sending = useAction(async () => {
    const { data: text, errors } = check(messageText, draft.text);
    setError(errors?.[0]?.message);
    if (errors) return;
    draft.requireUploaded();
    const body = { text, fileIds: draft.files.map(({ id }) => id) };
    await sendIdempotently('request-message', { requestId, body }, (headers) =>
      call(postRequestMessage, { params: { requestId }, body, headers }),
    );
    draft.clear();
    sending.clearFailure();
    await refresh();
  });
  const closing = useAction(async () => {
    await call(closeRequest, { params: { requestId } });
    await refresh();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.run();
  };
  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={submit}>
        {state === 'closed' && (
          <p className={classes.closed}>Обращение закрыто. Если вопрос остался, напишите: оно откроется снова.</p>
        )}
        <MessageFields draft={draft} label="Ваш ответ" error={error} />
        <FormFailure failure={sending.failure ?? closing.failure} />
        <div className={classes.actions}>
          <Button type="submit" aria-busy={sending.isPending}>
            Отправить
          </Button>
          {state !== 'closed' && (
            <Button variant="default" aria-busy={closing.isPending} onClick={closing.run}>
              Вопрос решён
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** The same text for a missing request, another organization's and one that the role does not see. */
function UnknownRequest() {
  return (
    <Page title="Обращение не найдено" back={back}>
      <Empty
        drawing={<CompassDrawing />}
        title="Такого обращения нет"
        action={<LinkButton to="/requests">К обращениям</LinkButton>}
      >
        Или оно другой организации. Если вы состоите в нескольких, переключитесь на нужную.
      </Empty>
    </Page>
  );
}
