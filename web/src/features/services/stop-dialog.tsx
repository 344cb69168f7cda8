import { type SubscriptionDetails, stopSubscription } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { dayText } from '../../parts/tariff-texts.ts';
import { refreshSubscriptions } from '../../queries/services.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { RadioCards } from './radio-cards.tsx';

interface StopDialogProps {
  isOpen: boolean;
  onClose: () => void;
  subscription: SubscriptionDetails;
}

type When = 'now' | 'period_end';

/** Paid days may be used up; stopping now is the other choice, and the only one where none are paid ahead. */
export function StopDialog({ isOpen, onClose, subscription }: StopDialogProps) {
  const { id, service, status, currentPeriod } = subscription;
  const canWait = currentPeriod !== null && (status === 'active' || status === 'trial');
  const [chosen, setChosen] = useState<When>();
  const when = chosen ?? (canWait ? 'period_end' : 'now');
  const stop = async () => {
    await call(stopSubscription, { params: { subscriptionId: id }, body: { when } });
    await refreshSubscriptions();
    showToast({
      kind: 'success',
      message: when === 'now' ? 'Услуга отключена' : 'Услуга отключится в конце периода',
      detail: service.name,
    });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setChosen(undefined);
        onClose();
      }}
      title={`Отключить ${quoted(service.name)}?`}
      action="Отключить"
      cancelLabel="Не отключать"
      isDangerous
      onConfirm={stop}
    >
      {canWait ? (
        <RadioCards
          label="Когда отключить"
          name="when"
          value={when}
          onChange={setChosen}
          options={[
            {
              value: 'period_end',
              title: `В конце периода, ${dayText(currentPeriod.to)}`,
              hint: 'До этого дня услуга работает, потом ничего не списываем. Передумать можно в любой день.',
            },
            { value: 'now', title: 'Сейчас', hint: nowText(subscription) },
          ]}
        />
      ) : (
        <p>Услуга отключится сразу. {nowText(subscription)}</p>
      )}
    </ConfirmDialog>
  );
}

function nowText({ status, terms, unused }: SubscriptionDetails): string {
  if (status === 'past_due') return 'Дни, которые услуга уже проработала без оплаты, спишем с баланса.';
  if (status !== 'active') return 'Подключить её снова можно в каталоге.';
  if (!terms.refundOnStop) return 'Услуга перестанет работать сразу. За неиспользованные дни деньги не вернём.';
  if (!unused || unused.amountMinor <= 0)
    return 'Услуга перестанет работать сразу. Неиспользованные дни вернём на баланс.';
  const amount = formatMoney({ amountMinor: unused.amountMinor, currency: terms.currency });
  return `Услуга перестанет работать сразу. Дни с ${dayText(unused.from)} вернём на баланс: ${amount}.`;
}
