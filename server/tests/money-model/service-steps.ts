import type { History } from './history.ts';
import type { Organization, Subscription } from './records.ts';
import { tariffNames, termsOf } from './service-terms.ts';
import type { Connecting, ServiceStep, UsageStep } from './step.ts';
import { accountOf, priceOf } from './subscription-money.ts';

interface Chance {
  one<T>(from: readonly T[]): T | undefined;
  below(count: number): number;
  isLikely(share: number): boolean;
}

export const serviceWeights: Record<(ServiceStep | UsageStep)['do'], number> = {
  use: 10,
  pass: 22,
  connect: 7,
  change: 4,
  pause: 3,
  resume: 4,
  stop: 4,
  discount: 1.5,
  promise: 4,
};

const mostRunning = 3;
const monthly = tariffNames.filter((name) => termsOf(name).period === 'month');

export function serviceStep(
  name: keyof typeof serviceWeights,
  history: History,
  organization: Organization,
  { one, below, isLikely }: Chance,
): ServiceStep | UsageStep | undefined {
  const { label } = organization;
  const all = [...history.subscriptions.values()];
  const running = all.filter(({ status }) => status !== 'ended');
  const seldomAny = (from: Subscription[]) => one(from) ?? (isLikely(0.1) ? one(all.slice(-4)) : undefined);
  switch (name) {
    case 'use': {
      const chosen = one(running.filter(({ tariff, status }) => tariff === 'metered' && status === 'active'));
      return chosen && { do: name, subscription: chosen.label, quantity: 1 + below(isLikely(0.7) ? 60 : 600) };
    }
    case 'pass':
      return { do: name, days: isLikely(0.3) ? 0 : 1 + below(isLikely(0.35) ? 12 : 3) };
    case 'connect': {
      const count = running.filter((subscription) => subscription.organization === organization).length;
      const tariff = one(isLikely(0.4) ? monthly : isLikely(0.25) ? ['metered' as const] : tariffNames);
      if (!tariff || organization.isClosed || count >= mostRunning) return undefined;
      const isMetered = running.some(
        (other) => other.organization === organization && other.tariff === 'metered' && other.status !== 'suspended',
      );
      if (tariff === 'metered' && isMetered) return undefined;
      return { do: name, organization: label, tariff, quantity: 1 + below(termsOf(tariff).maxQuantity) };
    }
    case 'change':
      return changeStep(seldomAny(running.filter(({ pending }) => !pending || isLikely(0.1))), { one, below });
    case 'pause': {
      const chosen = seldomAny(running.filter(({ status }) => status === 'active'));
      return chosen && { do: name, subscription: chosen.label };
    }
    case 'resume': {
      const chosen = seldomAny(running.filter(({ status }) => status === 'paused' || status === 'stopping'));
      return chosen && { do: name, subscription: chosen.label };
    }
    case 'stop': {
      const chosen = seldomAny(running);
      const when = isLikely(0.65) ? 'now' : 'period_end';
      return chosen && { do: name, subscription: chosen.label, when, tabs: isLikely(0.2) ? 2 : 1 };
    }
    case 'discount':
      return organization.isClosed
        ? undefined
        : { do: name, organization: label, percent: one([10, 25, 33, 50]) ?? 10 };
    case 'promise': {
      // It is offered where the next charge is not covered.
      const inRoubles = running.filter(({ tariff }) => termsOf(tariff).currency === 'RUB');
      const short = inRoubles.filter((subscription) => accountOf(subscription).available < priceOf(subscription));
      const chosen = (isLikely(0.8) ? one(short)?.organization : undefined) ?? organization;
      return chosen.isClosed ? undefined : { do: name, organization: chosen.label };
    }
  }
}

/** What a payment is made for. */
export function connectingStep({ one, below, isLikely }: Pick<Chance, 'one' | 'below' | 'isLikely'>): Connecting {
  // A month that begins meanwhile makes it cost more.
  const tariff = one(isLikely(0.5) ? monthly : tariffNames.filter((name) => name !== 'metered')) ?? 'steady';
  return { tariff, quantity: 1 + below(termsOf(tariff).maxQuantity) };
}

function changeStep(
  chosen: Subscription | undefined,
  { one, below }: Pick<Chance, 'one' | 'below'>,
): ServiceStep | undefined {
  if (!chosen) return undefined;
  const { service, period } = termsOf(chosen.tariff);
  const tariff = one(
    tariffNames.filter((name) => termsOf(name).service === service && termsOf(name).period === period),
  );
  if (!tariff) return undefined;
  const quantity = 1 + below(termsOf(tariff).maxQuantity);
  // The same again is no change.
  if (tariff === chosen.tariff && quantity === chosen.quantity) return undefined;
  return { do: 'change', subscription: chosen.label, tariff, quantity };
}
