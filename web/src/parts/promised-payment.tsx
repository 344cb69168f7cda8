import { type PromisedPayment, takePromisedPayment } from '@kazna/contract/cabinet/promised-payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { refreshSubscriptions } from '../queries/services.ts';
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx';
import { showToast } from '../ui/feedback/toasts.tsx';
import { dayText } from './tariff-texts.ts';

type Offer = NonNullable<PromisedPayment['offer']>;

/** «Обещанный платёж: 500,00 ₽ по 21 ноября»: that day is the last one. */
export function promisedTitle({ until, ...money }: Pick<Offer, 'amountMinor' | 'currency' | 'until'>): string {
  return `Обещанный платёж: ${formatMoney(money)} по ${dayText(until)}`;
}

/** Takes the offer after saying what follows from it. */
export function TakePromisedPayment({ offer }: { offer: Offer }) {
  const [isAsking, setIsAsking] = useState(false);
  const money = formatMoney(offer);
  const until = dayText(offer.until);
  const take = async () => {
    await call(takePromisedPayment);
    await refreshSubscriptions();
    showToast({ kind: 'success', message: 'Обещанный платёж взят', detail: `Пополните баланс не позже ${until}.` });
  };
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Взять обещанный платёж
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Взять обещанный платёж на ${money}?`}
        action="Взять обещанный платёж"
        onConfirm={take}
      >
        <p>
          Услуги заработают сразу, а баланс сможет уйти в минус не больше чем на {money}. Пополните его не позже {until}
          : если в конце этого дня баланс останется меньше нуля, услуги приостановятся.
        </p>
        <p>Пока этот обещанный платёж не погашен, взять следующий нельзя.</p>
      </ConfirmDialog>
    </>
  );
}
