import type { BankStatement } from '@kazna/contract/admin/bank-statements';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { StaffOnly, useStaff } from '../staff.tsx';
import { StatementStatusMark, statementQuery, statementTitle } from './statement.tsx';
import { DiscardButton, PostButton, UndoButton } from './statement-actions.tsx';
import { StatementDrop } from './statement-drop.tsx';
import { type StatementsSearch, StatementView } from './statement-view.tsx';
import { StatementsList } from './statements-list.tsx';
import { useTicks } from './use-ticks.ts';

export function StatementsPage({ search }: { search: StatementsSearch }) {
  if (search.statement) return <OpenStatement key={search.statement} id={search.statement} search={search} />;
  return (
    <AdminPage title="Выписки" explanation="Казна зачислит платежи по счетам из выписки банка на балансы клиентов">
      <StaffOnly permission="admin.money" isHidden>
        <StatementDrop />
      </StaffOnly>
      <StatementsList />
    </AdminPage>
  );
}

const toList = (
  <LinkAnchor to="/admin/statements" search={{}}>
    ← Все выписки
  </LinkAnchor>
);

function OpenStatement({ id, search }: { id: string; search: StatementsSearch }) {
  const { data, error, refetch } = useQuery(statementQuery(id));
  if (data) return <LoadedStatement statement={data} search={search} />;
  return (
    <AdminPage title="Выписка" explanation=" " back={toList}>
      {error ? (
        <QueryFailure what="Выписка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={12} />
      )}
    </AdminPage>
  );
}

function LoadedStatement({ statement, search }: { statement: BankStatement; search: StatementsSearch }) {
  const { can } = useStaff();
  const mayPost = can('admin.money');
  const isPreview = statement.status === 'preview';
  const [ticks, tick] = useTicks(statement.id, isPreview);
  return (
    <AdminPage
      title={statementTitle(statement)}
      beside={<StatementStatusMark status={statement.status} />}
      explanation={<About statement={statement} />}
      back={toList}
      action={
        mayPost &&
        (isPreview ? (
          <>
            <PostButton statement={statement} ticks={ticks} />
            <DiscardButton statement={statement} />
          </>
        ) : (
          statement.status === 'posted' && <UndoButton statement={statement} />
        ))
      }
    >
      <StatementView
        statement={statement}
        search={search}
        ticks={isPreview && mayPost ? ticks : undefined}
        onTick={tick}
      />
    </AdminPage>
  );
}

function About({ statement: { createdAt, createdBy, postedAt, undoneAt } }: { statement: BankStatement }) {
  return (
    <>
      Загружена <Moment at={createdAt} />, {createdBy ?? 'удалённый пользователь'}
      {postedAt && (
        <>
          . Проведена <Moment at={postedAt} />
        </>
      )}
      {undoneAt && (
        <>
          . Отменена <Moment at={undoneAt} />
        </>
      )}
    </>
  );
}
