import type { SubscriptionDetails } from '@kazna/contract/cabinet/services';
import { exportSubscriptionUsage, type UsageStep } from '@kazna/contract/cabinet/usage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { UsageMeters } from '../../parts/usage-meters.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { usageQuery } from './queries.ts';

interface SubscriptionUsageProps {
  organizationId: string | undefined;
  subscription: SubscriptionDetails;
}

/** What a subscription with meters has used; nothing of another one. */
export function SubscriptionUsage({ organizationId, subscription }: SubscriptionUsageProps) {
  const [by, setBy] = useState<UsageStep>('day');
  const { data, error, refetch } = useQuery({
    ...usageQuery(organizationId, subscription.id, by),
    placeholderData: keepPreviousData,
  });
  if (data?.meters.length === 0) return null;
  return (
    <Card title="Расход">
      {error && !data ? (
        <QueryFailure what="Расход не загрузился" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <UsageMeters
          usage={data}
          by={by}
          onStep={setBy}
          fetchFile={(format, options) =>
            download(
              exportSubscriptionUsage,
              { params: { subscriptionId: subscription.id }, query: { by, format } },
              options,
            )
          }
        />
      ) : (
        <SkeletonText lines={8} />
      )}
    </Card>
  );
}
