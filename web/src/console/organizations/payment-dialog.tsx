import { listAllPayments } from '@kazna/contract/admin/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { PaymentFacts } from '../payment-facts.tsx';
import classes from '../side-sheet.module.css';

interface PaymentDialogProps {
  /** Undefined while closed. */
  paymentId: string | undefined;
  onClose: () => void;
}

export function PaymentDialog({ paymentId, onClose }: PaymentDialogProps) {
  // The closing dialog still shows the last payment.
  const [lastId, setLastId] = useState(paymentId);
  if (paymentId !== undefined && paymentId !== lastId) setLastId(paymentId);
  return (
    <Dialog isOpen={paymentId !== undefined} onClose={onClose} title="Платёж" width={560}>
      <PaymentInDialog paymentId={paymentId ?? lastId} />
    </Dialog>
  );
}

function PaymentInDialog({ paymentId }: Pick<PaymentDialogProps, 'paymentId'>) {
  const { data: payment, error, refetch } = useQuery(paymentQuery(paymentId));
  if (error && !payment) {
    return <QueryFailure what="Платёж не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (payment === null) return <p>Такого платежа нет.</p>;
  if (!payment) return <SkeletonText lines={8} />;
  return (
    <div className={classes.paper}>
      <div>
        <p className={classes.name}>{formatMoney(payment)}</p>
        <div className={classes.marks}>
          <PaymentStatusMark payment={payment} />
        </div>
      </div>
      <PaymentFacts payment={payment} />
    </div>
  );
}

/** Any organization's payment; null if it does not exist. */
function paymentQuery(paymentId: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'payment', paymentId],
    queryFn: async () => (await call(listAllPayments, { query: { q: paymentId, limit: 1 } })).items[0] ?? null,
    enabled: paymentId !== undefined,
  });
}
