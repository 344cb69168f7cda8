import type { AdminPayment } from '@kazna/contract/admin-work';
import { formatMoney } from '@kazna/contract/money';
import { methodWords } from '@kazna/contract/payment-words';
import { Facts } from '../../../ui/facts.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { Moment } from '../moment.tsx';
import { claimedText } from './claimed-money.ts';

interface PaymentFactsProps {
  payment: AdminPayment;
  /** What the place where it is shown has to say first. */
  first?: readonly (readonly [term: string, value: string | null])[];
}

export function PaymentFacts({ payment, first = [] }: PaymentFactsProps) {
  const { id, method, description, createdBy, createdAt, expiresAt, organizationId, organizationName } = payment;
  return (
    <Facts
      facts={[
        ...first,
        ['Запрошено', payment.claim && formatMoney(payment)],
        ['Оплачено', claimedText(payment)],
        [
          'Организация',
          <LinkAnchor key="organization" to="/admin/organizations" search={{ organization: organizationId }}>
            {organizationName}
          </LinkAnchor>,
        ],
        ['Номер', id],
        ['Номер в платёжной системе', payment.claim?.providerPaymentId ?? payment.providerPaymentId],
        ['Способ оплаты', methodWords[method]],
        ['Назначение', description],
        ['Кто создал', createdBy],
        ['Создан', <Moment key="created" at={createdAt} />],
        ['Срок оплаты', <Moment key="expires" at={expiresAt} />],
      ]}
    />
  );
}
