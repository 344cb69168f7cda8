import { type AdminPayment, resolvePayment } from '@kazna/contract/admin-work';
import { formatMoney } from '@kazna/contract/money';
import { quoted } from '@kazna/contract/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useOperator } from '../use-operator.ts';

/** The two ways out of a review, each with its question. */
export function VerdictButtons({ payment }: { payment: AdminPayment }) {
  const { can } = useOperator();
  const [asked, setAsked] = useState<'succeeded' | 'canceled'>();
  if (!can('admin.money')) return null;
  const { organizationName } = payment;
  const amount = formatMoney(payment);
  const close = () => setAsked(undefined);

  async function resolve(status: 'succeeded' | 'canceled', reason: string, message: string) {
    await call(resolvePayment, { params: { paymentId: payment.id }, body: { status, reason } });
    showToast({ kind: 'success', message, detail: `${organizationName}, ${amount}` });
  }

  return (
    <>
      <Button variant="light" size="sm" aria-label={`Зачислить ${amount}`} onClick={() => setAsked('succeeded')}>
        Зачислить
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={`Отменить платёж на ${amount}`}
        onClick={() => setAsked('canceled')}
      >
        Отменить
      </Button>
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'succeeded'}
        onClose={close}
        title={`Зачислить ${amount}?`}
        action="Зачислить"
        onConfirm={(reason) => resolve('succeeded', reason, 'Платёж зачислен')}
      >
        Деньги сразу появятся на балансе {quoted(organizationName)}. Сначала убедитесь в платёжной системе, что они
        пришли.
      </ReasonDialog>
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'canceled'}
        onClose={close}
        title={`Отменить платёж на ${amount}?`}
        action="Отменить платёж"
        isDangerous
        onConfirm={(reason) => resolve('canceled', reason, 'Платёж отменён')}
      >
        На баланс {quoted(organizationName)} ничего не попадёт. Если деньги пришли, верните их в платёжной системе.
      </ReasonDialog>
    </>
  );
}
