import type { AdminEntry } from '@kazna/contract/admin/balance';
import { entryKinds } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatSignedMoney } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ledgerQuery } from '../queries.ts';
import classes from '../side-sheet.module.css';
import type { OrganizationsSearch } from './organization-labels.tsx';
import { UndoCorrection } from './undo-correction.tsx';

interface OrganizationLedgerProps {
  organizationId: string;
  search: OrganizationsSearch;
}

export function OrganizationLedger({ organizationId, search }: OrganizationLedgerProps) {
  const query = useInfiniteQuery(ledgerQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Записи не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={4} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Деньги ещё не двигались.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Движение денег">
        {query.data.map((entry) => (
          <li key={entry.id}>
            <span>
              {entryKinds[entry.kind]}
              <span className={classes.secondary}>
                <Moment at={entry.createdAt} />
                {entry.correction && `, ${entry.correction.operatorName ?? 'удалённый пользователь'}`}
              </span>
              {entry.correction && <span className={classes.secondary}>Причина: {entry.correction.reason}</span>}
              <PaymentLink {...entry} search={search} />
            </span>
            <span className={classes.end}>
              <span className={classes.amount}>{formatSignedMoney(entry)}</span>
              <UndoCorrection organizationId={organizationId} entry={entry} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function PaymentLink({ paymentId, search, ...entry }: AdminEntry & Pick<OrganizationLedgerProps, 'search'>) {
  if (!paymentId) return null;
  const amount = formatMoney({ ...entry, amountMinor: Math.abs(entry.amountMinor) });
  return (
    <LinkAnchor
      to="/admin/organizations"
      search={{ ...search, payment: paymentId }}
      resetScroll={false}
      size="sm"
      aria-label={`Открыть платёж: ${entryKinds[entry.kind]}, ${amount}`}
    >
      Открыть платёж
    </LinkAnchor>
  );
}
