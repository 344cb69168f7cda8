import { type AdminCharge, type AdminHold, listChargesAsStaff, listHoldsAsStaff } from '@kazna/contract/admin/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon, ReturnIcon } from '../../ui/icons.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import classes from '../side-sheet.module.css';

export function OrganizationCharges({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(chargesQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Списания не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={3} />;
  if (query.data.length === 0) return <p className={classes.quiet}>За услуги ещё не списывали.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Списания">
        {query.data.map((charge) => (
          <li key={charge.id}>
            <Charge {...charge} />
            <span className={classes.amount}>{formatMoney(charge)}</span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function Charge({ id, service, description, createdAt, refundedMinor, currency }: AdminCharge) {
  return (
    <span>
      <LinkAnchor to="." search={(current: object) => ({ ...current, operation: id })} resetScroll={false}>
        {service ?? description}
      </LinkAnchor>
      <span className={classes.secondary}>
        {service && `${description}, `}
        <Moment at={createdAt} />
        {refundedMinor > 0 && `, возвращено ${formatMoney({ amountMinor: refundedMinor, currency })}`}
      </span>
    </span>
  );
}

const holdLooks = {
  open: ['pending', ClockIcon, 'В резерве'],
  captured: ['success', CheckIcon, 'Списан'],
  released: ['neutral', ReturnIcon, 'Снят'],
  expired: ['neutral', CrossedIcon, 'Истёк'],
} as const;

export function OrganizationHolds({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(holdsQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Резервы не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={3} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Ничего не резервировали.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Резервы">
        {query.data.map((hold) => (
          <li key={hold.id}>
            <Hold {...hold} />
            <span className={classes.amount}>{formatMoney(hold)}</span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function Hold({ description, status, amountMinor, capturedMinor, currency, expiresAt, createdAt }: AdminHold) {
  const [tone, Icon, label] = holdLooks[status];
  const isPartly = status === 'captured' && capturedMinor < amountMinor;
  return (
    <span>
      {description}
      <span className={classes.secondary}>
        <Moment at={createdAt} />
        {status === 'open' && (
          <>
            , до <Moment at={expiresAt} />
          </>
        )}
        {isPartly && `, списано ${formatMoney({ amountMinor: capturedMinor, currency })}`}
      </span>
      <StatusMark tone={tone} icon={<Icon size={16} />}>
        {label}
      </StatusMark>
    </span>
  );
}

function chargesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'charges', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listChargesAsStaff, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}

function holdsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'holds', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listHoldsAsStaff, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}
