import { getLowBalance, setLowBalance } from '@kazna/contract/cabinet/balance';
import {
  getNotificationPreferences,
  type MailPreferences,
  type OptionalCategory,
  setNotificationPreferences,
} from '@kazna/contract/cabinet/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';

export function preferencesQuery() {
  return queryOptions({
    queryKey: keys.notificationPreferences,
    queryFn: () => call(getNotificationPreferences),
  });
}

/** Shown at once; what the server refused is shown again as it was. */
export async function saveMuted(
  client: QueryClient,
  { organizationId }: MailPreferences,
  muted: OptionalCategory[],
): Promise<void> {
  const { queryKey } = preferencesQuery();
  const show = () =>
    client.setQueryData(queryKey, (known) => ({
      items: (known?.items ?? []).map((item) => (item.organizationId === organizationId ? { ...item, muted } : item)),
    }));
  // Before the first pause, or the box would jump back; canceling a load brings back what the load began with.
  show();
  await client.cancelQueries({ queryKey });
  show();
  try {
    await call(setNotificationPreferences, { body: { organizationId, muted } });
  } finally {
    await client.invalidateQueries({ queryKey });
  }
}

export function lowBalanceQuery(organizationId: string) {
  return queryOptions({
    queryKey: keys.lowBalance(organizationId),
    queryFn: () => call(getLowBalance, { params: { organizationId } }),
    select: ({ items }) => items.find(({ currency }) => currency === 'RUB')?.thresholdMinor ?? null,
  });
}

export async function saveLowBalance(
  client: QueryClient,
  organizationId: string,
  thresholdMinor: number | null,
): Promise<void> {
  await call(setLowBalance, { params: { organizationId }, body: { currency: 'RUB', thresholdMinor } });
  await client.invalidateQueries(lowBalanceQuery(organizationId));
}
