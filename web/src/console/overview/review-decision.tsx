import { type AdminPayment, resolvePayment } from '@kazna/contract/admin/payments';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { canCredit, claimedMoney, claimedText } from '../payment-facts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../staff.tsx';
import classes from './overview.module.css';

/** «Зачислить 880 ₽», «Зачислить 900 ₽» where both are sums of one currency, and «Отменить». */
export function ReviewDecisionButtons({ payment }: { payment: AdminPayment }) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'paid' | 'requested' | 'canceled'>();
  if (!can('admin.money')) return null;
  const amount = formatMoney(payment);
  const paid = claimedMoney(payment);
  const credited = formatMoney(paid ?? payment);
  const hasChoice = paid !== null && paid.currency === payment.currency && paid.amountMinor !== payment.amountMinor;
  const close = () => setAsked(undefined);
  return (
    <>
      {canCredit(payment) && (
        <Button size="sm" onClick={() => setAsked('paid')}>
          Зачислить {credited}
        </Button>
      )}
      {canCredit(payment) && hasChoice && (
        <Button variant="default" size="sm" onClick={() => setAsked('requested')}>
          Зачислить {amount}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        aria-label={`Отменить платёж на ${amount}`}
        onClick={() => setAsked('canceled')}
      >
        Отменить
      </Button>
      <CreditDialog payment={payment} credit="paid" isOpen={asked === 'paid'} onClose={close} />
      {hasChoice && (
        <CreditDialog payment={payment} credit="requested" isOpen={asked === 'requested'} onClose={close} />
      )}
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'canceled'}
        onClose={close}
        title={`Отменить платёж на ${amount}?`}
        action="Отменить платёж"
        isDangerous
        onConfirm={async (reason) => {
          await callConfirmed(resolvePayment, {
            params: { paymentId: payment.id },
            body: { status: 'canceled', reason },
          });
          showToast({ kind: 'success', message: 'Платёж отменён', detail: `${payment.organizationName}, ${amount}` });
        }}
      >
        На баланс {quoted(payment.organizationName)} ничего не попадёт. Если деньги пришли, верните их в платёжной
        системе.
      </ReasonDialog>
    </>
  );
}

interface CreditDialogProps {
  payment: AdminPayment;
  credit: 'paid' | 'requested';
  isOpen: boolean;
  onClose: () => void;
}

function CreditDialog({ payment, credit, isOpen, onClose }: CreditDialogProps) {
  const { organizationName } = payment;
  const paid = claimedMoney(payment);
  const credited = formatMoney(credit === 'requested' ? payment : (paid ?? payment));

  async function confirm(reason: string) {
    const params = { paymentId: payment.id };
    await callConfirmed(resolvePayment, { params, body: { status: 'succeeded', credit, reason } });
    showToast({ kind: 'success', message: 'Платёж зачислен', detail: `${organizationName}, ${credited}` });
  }

  return (
    <ReasonDialog
      isSeenByOwner
      isOpen={isOpen}
      onClose={onClose}
      title={`Зачислить ${credited}?`}
      action={`Зачислить ${credited}`}
      onConfirm={confirm}
    >
      <div className={classes.decision}>
        {paid && <Difference payment={payment} />}
        <p>
          Деньги сразу появятся на балансе {quoted(organizationName)}. Сначала убедитесь в платёжной системе, что они
          пришли.
        </p>
        {paid && <p>{consequenceOf(payment, paid, credit)}</p>}
      </div>
    </ReasonDialog>
  );
}

function consequenceOf(payment: AdminPayment, paid: Money, credit: CreditDialogProps['credit']): string {
  const difference = formatMoney({ ...paid, amountMinor: Math.abs(paid.amountMinor - payment.amountMinor) });
  if (credit === 'paid') return 'Вернуть по этому платежу можно будет не больше, чем пришло.';
  if (paid.amountMinor > payment.amountMinor)
    return `Лишние ${difference} на баланс не попадут: верните их в платёжной системе.`;
  return `Недостающие ${difference} добавим корректировкой за счёт компании. Вернуть по этому платежу можно будет не больше, чем пришло.`;
}

function Difference({ payment }: { payment: AdminPayment }) {
  return (
    <Facts
      facts={[
        ['Запрошено', formatMoney(payment)],
        ['Пришло', claimedText(payment)],
        ['Номер в платёжной системе', payment.claim?.providerPaymentId],
      ]}
    />
  );
}
