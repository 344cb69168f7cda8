import type { AdminPayment } from '@kazna/contract/admin/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { PaymentFacts } from '../payments/payment-facts.tsx';
import classes from '../side-sheet.module.css';
import { ReviewDecisionButtons } from './review-decision.tsx';
import { reviewReason } from './review-reasons.ts';

/** The payment is undefined while the sheet closes after the decision. */
export function PaymentDetails({ payment }: { payment: AdminPayment | undefined }) {
  if (!payment) return null;
  return (
    <>
      <div>
        <h2 className={classes.name}>{formatMoney(payment)}</h2>
        <div className={classes.marks}>
          <PaymentStatusMark payment={payment} />
        </div>
      </div>
      <div className={classes.actions}>
        <ReviewDecisionButtons payment={payment} />
      </div>
      <PaymentFacts payment={payment} first={[['Почему на проверке', reviewReason(payment.reason)]]} />
    </>
  );
}
