import type { AdminPayment } from '@kazna/contract/admin-work';
import { formatMoney } from '@kazna/contract/money';
import { methodWords } from '@kazna/contract/payment-words';
import { Facts } from '../../../ui/facts.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { PaymentStatusMark } from '../../../ui/payment-status.tsx';
import { Moment } from '../moment.tsx';
import classes from '../side-sheet.module.css';
import { reviewReason } from './review-words.ts';
import { VerdictButtons } from './verdict.tsx';

/** Absent once the review has ended and the sheet is on its way out. */
export function PaymentDetails({ payment }: { payment: AdminPayment | undefined }) {
  if (!payment) return null;
  const { id, method, description, reason, createdBy, createdAt, expiresAt, organizationId, organizationName } =
    payment;
  return (
    <>
      <div>
        <h2 className={classes.name}>{formatMoney(payment)}</h2>
        <div className={classes.marks}>
          <PaymentStatusMark payment={payment} />
        </div>
      </div>
      <div className={classes.actions}>
        <VerdictButtons payment={payment} />
      </div>
      <Facts
        facts={[
          ['Почему на проверке', reviewReason(reason)],
          [
            'Организация',
            <LinkAnchor key="organization" to="/admin/organizations" search={{ organization: organizationId }}>
              {organizationName}
            </LinkAnchor>,
          ],
          ['Номер', id],
          ['Способ оплаты', methodWords[method]],
          ['Назначение', description],
          ['Кто создал', createdBy],
          ['Создан', <Moment key="created" at={createdAt} />],
          ['Срок оплаты', <Moment key="expires" at={expiresAt} />],
        ]}
      />
    </>
  );
}
