import { type AdminPayment, resolvePayment } from '@kazna/contract/admin/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { canCredit, claimedMoney, claimedText } from '../payment-facts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../staff.tsx';
import classes from './overview.module.css';

export function ReviewDecisionButtons({ payment }: { payment: AdminPayment }) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'succeeded' | 'canceled'>();
  if (!can('admin.money')) return null;
  const { organizationName } = payment;
  const amount = formatMoney(payment);
  const paid = claimedMoney(payment);
  const credited = formatMoney(paid ?? payment);
  const close = () => setAsked(undefined);

  async function resolve(status: 'succeeded' | 'canceled', reason: string, message: string) {
    await call(resolvePayment, { params: { paymentId: payment.id }, body: { status, reason } });
    const detail = `${organizationName}, ${status === 'succeeded' ? credited : amount}`;
    showToast({ kind: 'success', message, detail });
  }

  return (
    <>
      {canCredit(payment) && (
        <Button size="sm" onClick={() => setAsked('succeeded')}>
          Зачислить {credited}
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
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'succeeded'}
        onClose={close}
        title={`Зачислить ${credited}?`}
        action={`Зачислить ${credited}`}
        onConfirm={(reason) => resolve('succeeded', reason, 'Платёж зачислен')}
      >
        <div className={classes.decision}>
          {paid && <Difference payment={payment} />}
          <p>
            Деньги сразу появятся на балансе {quoted(organizationName)}. Сначала убедитесь в платёжной системе, что они
            пришли.{paid && ' Вернуть по этому платежу можно будет не больше, чем пришло.'}
          </p>
        </div>
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
