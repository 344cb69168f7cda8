import { cancelChange, type Subscription } from '@kazna/contract/cabinet/services';
import { formatMoney, toDecimal } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { waitingText } from '../../parts/subscription-labels.tsx';
import { dayText, lowerFirst, missingOf, unitPriceText } from '../../parts/tariff-texts.ts';
import { balanceQuery } from '../../queries/money.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { refreshSubscriptions } from '../../queries/services.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkButton } from '../../ui/links.tsx';
import type { ServiceRights } from './rights.tsx';
import classes from './subscription-notices.module.css';

interface SubscriptionNoticesProps {
  subscription: Subscription;
  rights: ServiceRights;
}

/** What the customer should know about the subscription besides its price: money that lacks, changes that come. */
export function SubscriptionNotices({ subscription, rights }: SubscriptionNoticesProps) {
  const { status, pendingChange, announcedPrice, terms, service } = subscription;
  const isWaiting = status === 'past_due' || status === 'suspended';
  return (
    <>
      {isWaiting && <Waiting subscription={subscription} />}
      {pendingChange && (
        <Notice>
          <span>
            С {dayText(pendingChange.on)} — тариф {quoted(pendingChange.tariffName)}
            {pendingChange.quantity !== subscription.quantity || terms.maxQuantity > 1
              ? `, ${quantityText(pendingChange.quantity, service.unit)}`
              : ''}
          </span>
          {rights.mayManage && <CancelChange subscription={subscription} canAct={rights.canAct} />}
        </Notice>
      )}
      {announcedPrice && (
        <Notice>
          <span>
            С {dayText(announcedPrice.from)} цена изменится:{' '}
            {lowerFirst(unitPriceText(announcedPrice.priceMinor, terms, service.unit))}
          </span>
        </Notice>
      )}
    </>
  );
}

function Notice({ tone, children }: { tone?: 'pending' | 'failure'; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone}>
      {children}
    </div>
  );
}

function Waiting({ subscription }: { subscription: Subscription }) {
  const { id, can } = useActiveOrganization();
  const { data: balance } = useQuery(balanceQuery(id));
  const { status, neededMinor, terms, service } = subscription;
  const { currency } = terms;
  const missingMinor = missingOf(neededMinor, currency, balance?.items);
  const action = `Пополнить на ${formatMoney({ amountMinor: missingMinor, currency })}`;
  return (
    <Notice tone={status === 'suspended' ? 'failure' : 'pending'}>
      <span>{waitingText(subscription, missingMinor)}</span>
      {missingMinor > 0 && can('payments.create') && (
        <LinkButton
          to="/payments/create"
          search={topUpSearch(missingMinor, currency)}
          size="sm"
          aria-label={`${action} для услуги ${quoted(service.name)}`}
        >
          {action}
        </LinkButton>
      )}
    </Notice>
  );
}

export function topUpSearch(amountMinor: number, currency: Subscription['terms']['currency']) {
  return { amount: toDecimal({ amountMinor, currency }).replace(/\.00$/, ''), currency };
}

function CancelChange({ subscription, canAct }: { subscription: Subscription; canAct: boolean }) {
  const { isPending, run } = useAction(async () => {
    try {
      await call(cancelChange, { params: { subscriptionId: subscription.id } });
      showToast({ kind: 'success', message: 'Смена условий отменена', detail: subscription.service.name });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Смена условий не отменена', detail: asProblem(reason).detail });
    }
    await refreshSubscriptions();
  });
  return (
    <Button
      size="sm"
      variant="default"
      disabled={!canAct}
      aria-busy={isPending}
      aria-label={`Отменить смену условий: ${subscription.service.name}`}
      onClick={run}
    >
      Отменить
    </Button>
  );
}
