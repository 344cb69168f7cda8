import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../format/date.ts';
import { SubscriptionMark } from '../../parts/subscription-labels.tsx';
import { priceText } from '../../parts/tariff-texts.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { type CustomerProps, subscriptionsQuery } from './queries.ts';

/** Subscriptions of one organization, and connecting one more for it. */
export function OrganizationServices({ organization }: CustomerProps) {
  const { can } = useStaff();
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <>
      <OrganizationSubscriptions organizationId={organization.id} />
      {can('admin.money') && organization.status !== 'closed' && (
        <div className={classes.below}>
          <Button size="sm" onClick={() => setIsConnecting(true)}>
            Подключить услугу
          </Button>
          <ConnectDialog isOpen={isConnecting} onClose={() => setIsConnecting(false)} organization={organization} />
        </div>
      )}
    </>
  );
}

function OrganizationSubscriptions({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(subscriptionsQuery({ organizationId }, 5));
  if (query.error && !query.data) {
    return <QueryFailure what="Подписки не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={3} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Услуги не подключали.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Подписки">
        {query.data.map(({ id, service, tariff, quantity, status, terms, periodMinor, nextCharge }) => (
          <li key={id}>
            <span>
              <LinkAnchor to="/admin/subscriptions" search={{ subscription: id }}>
                {service.name}, {tariff.name}
                {quantity > 1 && ` × ${quantity.toLocaleString('ru')}`}
              </LinkAnchor>
              <span className={classes.secondary}>{priceText(periodMinor, terms)}</span>
              <SubscriptionMark status={status} />
            </span>
            {nextCharge && (
              <span className={classes.next}>
                <span className={classes.amount}>
                  {formatMoney({ amountMinor: nextCharge.amountMinor, currency: terms.currency })}
                </span>
                <span className={classes.secondary}>спишем {formatDay(nextCharge.on, 'UTC')}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}
