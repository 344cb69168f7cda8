import { exportSubscriptionUsageAsStaff, type UsageStep } from '@kazna/contract/cabinet/usage';
import { formatMoney } from '@kazna/contract/shared/money';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { rangeText } from '../../parts/tariff-texts.ts';
import { UsageMeters } from '../../parts/usage-meters.tsx';
import { usedText } from '../../parts/usage-price-texts.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { subscriptionsQuery, usageQuery } from './queries.ts';

/** What a customer's subscription has used. */
export function StaffUsage({ subscriptionId }: { subscriptionId: string }) {
  const [by, setBy] = useState<UsageStep>('day');
  const { data, error, refetch } = useQuery({ ...usageQuery(subscriptionId, by), placeholderData: keepPreviousData });
  if (data?.meters.length === 0) return null;
  return (
    <SheetPart title="Расход">
      {error && !data ? (
        <QueryFailure what="Расход не загрузился" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <UsageMeters
          usage={data}
          by={by}
          onStep={setBy}
          fetchFile={(format, options) =>
            download(exportSubscriptionUsageAsStaff, { params: { subscriptionId }, query: { by, format } }, options)
          }
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </SheetPart>
  );
}

/** What an organization's subscriptions have used in their periods; nothing where none of them has meters. */
export function OrganizationUsage({ organizationId }: { organizationId: string }) {
  const { data: subscriptions = [] } = useInfiniteQuery(subscriptionsQuery({ organizationId }, 5));
  const metered = subscriptions.filter(({ terms, status }) => terms.meters.length > 0 && status !== 'ended');
  const usages = useQueries({ queries: metered.map(({ id }) => usageQuery(id, 'day')) });
  if (metered.length === 0) return null;
  const failed = usages.find(({ error, data }) => error && !data);
  if (failed) {
    const retry = () => usages.forEach(({ error, refetch }) => void (error && refetch()));
    return (
      <SheetPart title="Расход">
        <QueryFailure what="Расход не загрузился" error={failed.error} onRetry={retry} />
      </SheetPart>
    );
  }
  return (
    <SheetPart title="Расход">
      <ul className={classes.lines} aria-label="Расход по счётчикам">
        {metered.flatMap(({ id, service, tariff }, at) => {
          const usage = usages[at]?.data;
          if (!usage) return <SkeletonText key={id} lines={2} />;
          return usage.meters.map((meter) => (
            <li key={`${id} ${meter.key}`}>
              <span>
                <LinkAnchor to="/admin/subscriptions" search={{ subscription: id }}>
                  {meter.name}: {usedText(meter.quantity)}&nbsp;{meter.unit}
                </LinkAnchor>
                <span className={classes.secondary}>
                  {service.name}, {tariff.name}, {rangeText(meter)}
                </span>
              </span>
              <span className={classes.next}>
                <span className={classes.amount}>
                  {formatMoney({ amountMinor: meter.amountMinor, currency: usage.currency })}
                </span>
                <span className={classes.secondary}>
                  прогноз {formatMoney({ amountMinor: meter.forecastMinor, currency: usage.currency })}
                </span>
              </span>
            </li>
          ));
        })}
      </ul>
    </SheetPart>
  );
}
