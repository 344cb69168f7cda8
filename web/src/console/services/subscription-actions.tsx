import { cancelChangeFor, stopFor } from '@kazna/contract/admin/subscriptions';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { formatDay } from '../../format/date.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import type { SubscriptionDetailsData } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';

interface SubscriptionActionsProps {
  subscription: SubscriptionDetailsData;
}

export function SubscriptionActions({ subscription }: SubscriptionActionsProps) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'change' | 'cancel' | 'stop'>();
  const close = () => setAsked(undefined);
  if (!can('admin.money') || subscription.status === 'ended') return null;
  return (
    <div className={classes.actions}>
      {subscription.status !== 'stopping' && (
        <Button size="sm" onClick={() => setAsked('change')}>
          Изменить
        </Button>
      )}
      {subscription.pendingChange && (
        <Button variant="default" size="sm" onClick={() => setAsked('cancel')}>
          Отменить смену
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => setAsked('stop')}>
        Остановить
      </Button>
      <ChangeDialog isOpen={asked === 'change'} onClose={close} subscription={subscription} />
      <CancelChangeDialog isOpen={asked === 'cancel'} onClose={close} subscription={subscription} />
      <StopDialog isOpen={asked === 'stop'} onClose={close} subscription={subscription} />
    </div>
  );
}

interface ActionDialogProps extends SubscriptionActionsProps {
  isOpen: boolean;
  onClose: () => void;
}

function CancelChangeDialog({ isOpen, onClose, subscription }: ActionDialogProps) {
  const { id: subscriptionId, service, organization, tariff } = subscription;
  const cancel = async (reason: string) => {
    await callConfirmed(cancelChangeFor, { params: { subscriptionId }, body: { reason } });
    showToast({ kind: 'success', message: 'Смена отменена', detail: organization.name });
  };
  return (
    <ReasonDialog
      isSeenByOwner
      isOpen={isOpen}
      onClose={onClose}
      title={`Отменить смену «${service.name}» у ${quoted(organization.name)}?`}
      action="Отменить смену"
      cancelLabel="Оставить"
      onConfirm={cancel}
    >
      <p className={dialog.text}>Услуга останется на тарифе «{tariff.name}» с нынешним количеством.</p>
    </ReasonDialog>
  );
}

function StopDialog({ isOpen, onClose, subscription }: ActionDialogProps) {
  const { id: subscriptionId, service, organization, terms, currentPeriod, status, unused } = subscription;
  const [chosen, setChosen] = useState<'now' | 'period_end'>('period_end');
  const when = status === 'stopping' ? 'now' : chosen;
  const [isRefunded, setIsRefunded] = useState(true);
  const isNow = when === 'now';
  const stop = async (reason: string) => {
    const body = { when, reason, ...(isNow && { refund: isRefunded }) };
    await callConfirmed(stopFor, { params: { subscriptionId }, body });
    const message = isNow ? 'Подписка остановлена' : 'Подписка остановится в конце периода';
    showToast({ kind: 'success', message, detail: organization.name });
  };
  const end = currentPeriod && formatDay(currentPeriod.to, 'UTC');
  return (
    <ReasonDialog
      isSeenByOwner
      isOpen={isOpen}
      onClose={onClose}
      title={`Остановить «${service.name}» у ${quoted(organization.name)}?`}
      action={isNow ? 'Остановить сейчас' : 'Остановить'}
      isDangerous
      onConfirm={stop}
    >
      <RadioCards
        legend="Когда"
        name="when"
        value={when}
        onChange={(value) => setChosen(value as typeof chosen)}
        choices={[
          ...(status === 'stopping'
            ? []
            : [{ value: 'period_end', label: 'В конце периода', hint: end ? `${end}, списаний больше не будет` : '' }]),
          { value: 'now', label: 'Сейчас', hint: 'Сегодня последний день' },
        ]}
      />
      {isNow && (
        <CheckboxField
          label={
            unused
              ? `Вернуть на баланс ${formatMoney({ amountMinor: unused.amountMinor, currency: terms.currency })} за неиспользованные дни`
              : 'Вернуть на баланс деньги за неиспользованные дни'
          }
          error={undefined}
          checked={isRefunded}
          onChange={(event) => setIsRefunded(event.currentTarget.checked)}
        />
      )}
      {isNow && !terms.refundOnStop && (
        <p className={dialog.text}>По тарифу деньги при остановке не возвращаются; вы можете вернуть их.</p>
      )}
    </ReasonDialog>
  );
}
