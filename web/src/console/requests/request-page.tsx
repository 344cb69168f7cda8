import {
  type AdminRequest,
  getRequestFileAsStaff,
  staffRequestStates,
  updateRequest,
} from '@kazna/contract/admin/requests';
import { requestTopics } from '@kazna/contract/cabinet/requests';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { statusOf } from '../../api/request.ts';
import { currentTime } from '../../format/current-time.ts';
import { Moment } from '../../parts/moment.tsx';
import { RequestMark } from '../../parts/requests/request-labels.tsx';
import { Thread } from '../../parts/requests/thread.tsx';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useStaff } from '../staff.tsx';
import { AnswerForm } from './answer-form.tsx';
import { assigneesQuery, refreshRequests, staffMessagesQuery, staffRequestQuery } from './queries.ts';
import classes from './requests.module.css';
import { waitText } from './wait-text.ts';

const back = <LinkAnchor to="/admin/requests">← Обращения</LinkAnchor>;

export function RequestPage({ id }: { id: string }) {
  const { data: request, error, refetch } = useQuery(staffRequestQuery(id));
  const messages = useInfiniteQuery(staffMessagesQuery(id));
  if (statusOf(error) === 404) return <UnknownRequest />;
  const failed = error ?? messages.error;
  return (
    <AdminPage
      back={back}
      title={request ? `Обращение №\u00a0${request.number}` : 'Обращение'}
      beside={request && <RequestMark state={request.state} labels={staffRequestStates} />}
      explanation={request && requestTopics[request.topic]}
    >
      {failed && !(request && messages.data) ? (
        <QueryFailure
          what="Обращение не загрузилось"
          error={failed}
          onRetry={() => void Promise.all([refetch(), messages.refetch()])}
        />
      ) : (
        <div className={classes.columns}>
          <div className={classes.main}>
            {messages.data ? (
              <Thread
                isForStaff
                messages={messages.data}
                files={getRequestFileAsStaff}
                hasEarlier={messages.hasNextPage}
                onEarlier={() => void messages.fetchNextPage()}
              />
            ) : (
              <SkeletonText lines={6} />
            )}
            {request && <AnswerForm key={id} requestId={id} />}
          </div>
          <div className={classes.side}>{request && <Side request={request} />}</div>
        </div>
      )}
    </AdminPage>
  );
}

function Side({ request }: { request: AdminRequest }) {
  const { organizationId, organizationName, authorName, about, createdAt, waitingSince } = request;
  return (
    <>
      <Card title="Клиент">
        <Facts
          facts={[
            [
              'Организация',
              <LinkAnchor key="organization" to="/admin/organizations" search={{ organization: organizationId }}>
                {organizationName}
              </LinkAnchor>,
            ],
            ['Кто написал', authorName ?? 'Удалённый пользователь'],
            ['О чём', about && <About key="about" request={request} />],
            ['Создано', <Moment key="created" at={createdAt} />],
            ['Ждёт ответа', waitingSince && waitText(waitingSince, currentTime())],
          ]}
        />
      </Card>
      <Card title="Работа">
        <Work request={request} />
      </Card>
    </>
  );
}

function About({ request: { about, organizationId } }: { request: AdminRequest }) {
  if (about?.kind === 'payment')
    return (
      <LinkAnchor to="/admin/organizations" search={{ organization: organizationId, payment: about.id }}>
        {about.label}
      </LinkAnchor>
    );
  if (about?.kind === 'subscription')
    return (
      <LinkAnchor to="/admin/subscriptions" search={{ subscription: about.id }}>
        {about.label}
      </LinkAnchor>
    );
  return about?.label;
}

function Work({ request: { id: requestId, assignee, state } }: { request: AdminRequest }) {
  const { data: staff } = useQuery(assigneesQuery());
  const { userId, can } = useStaff();
  const { failure, isPending, run } = useAction(async (change: Change) => {
    await call(updateRequest, { params: { requestId }, body: change });
    await refreshRequests();
  });
  const mayWork = can('admin.requests');
  const people = [{ id: '', name: 'Никто' }, ...(staff?.items ?? (assignee ? [assignee] : []))];
  return (
    <div className={classes.form} aria-busy={isPending}>
      <SelectField
        label="Кто занимается"
        disabled={!mayWork}
        value={assignee?.id ?? ''}
        data={people.map(({ id, name }) => ({ value: id, label: id === userId ? `${name} (вы)` : name }))}
        onChange={({ currentTarget }) => run({ assigneeId: currentTarget.value || null })}
      />
      <div className={classes.actions}>
        {mayWork && assignee?.id !== userId && (
          <Button variant="default" onClick={() => userId && run({ assigneeId: userId })}>
            Взять себе
          </Button>
        )}
        {mayWork && state !== 'closed' && (
          <Button variant="default" onClick={() => run({ state: 'closed' })}>
            Закрыть
          </Button>
        )}
        {mayWork && (state === 'closed' || state === 'theirs') && (
          <Button variant="default" onClick={() => run({ state: 'ours' })}>
            Вернуть в очередь
          </Button>
        )}
      </div>
      <FormFailure failure={failure} />
    </div>
  );
}

interface Change {
  state?: 'ours' | 'closed';
  assigneeId?: string | null;
}

function UnknownRequest() {
  return (
    <AdminPage title="Обращение не найдено" back={back}>
      <Empty
        drawing={<CompassDrawing />}
        title="Такого обращения нет"
        action={<LinkButton to="/admin/requests">К обращениям</LinkButton>}
      >
        Проверьте адрес или найдите обращение по номеру.
      </Empty>
    </AdminPage>
  );
}
