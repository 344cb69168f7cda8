import { type AdminPayment, isPaidOtherwise } from '@kazna/contract/admin/payments';
import { paymentMethodLabels, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { currencies, formatMoney, type Money } from '@kazna/contract/shared/money';
import { Moment } from '../parts/moment.tsx';
import { CopyValue } from '../ui/copy.tsx';
import { LinkAnchor } from '../ui/links.tsx';
import { Facts } from '../ui/lists/facts.tsx';

interface PaymentFactsProps {
  payment: AdminPayment;
  first?: readonly (readonly [term: string, value: string | null])[];
}

export function PaymentFacts({ payment, first = [] }: PaymentFactsProps) {
  const { method, description, createdBy, createdAt, expiresAt, organizationId, organizationName } = payment;
  const providerId = payment.claim?.providerPaymentId ?? payment.providerPaymentId;
  return (
    <Facts
      facts={[
        ...first,
        ['Запрошено', claimedText(payment) && formatMoney(payment)],
        ['Пришло', claimedText(payment)],
        [
          'Организация',
          <LinkAnchor key="organization" to="/admin/organizations" search={{ organization: organizationId }}>
            {organizationName}
          </LinkAnchor>,
        ],
        ['Номер', <CopyValue key="number" value={paymentNumber(payment)} what="номер" />],
        [
          'Номер в платёжной системе',
          providerId && <CopyValue key="provider" value={providerId} what="номер в платёжной системе" />,
        ],
        ['Способ оплаты', paymentMethodLabels[method]],
        ['Назначение', description],
        ['Кто создал', createdBy],
        ['Создан', <Moment key="created" at={createdAt} />],
        ['Срок оплаты', <Moment key="expires" at={expiresAt} />],
      ]}
    />
  );
}

/** Returns the amount that the provider claims, if it differs and can be credited. */
export function claimedMoney({ claim }: AdminPayment): Money | null {
  const currency = currencies.find((known) => known === claim?.currency);
  return claim?.amountMinor && currency ? { amountMinor: claim.amountMinor, currency } : null;
}

/** Returns null where nothing speaks against the requested amount. */
export function claimedText(payment: AdminPayment): string | null {
  const money = claimedMoney(payment);
  if (money) return formatMoney(money);
  if (payment.claim) return `неизвестная сумма, валюта ${payment.claim.currency}`;
  return isPaidOtherwise(payment) ? 'неизвестная сумма' : null;
}

export function canCredit(payment: AdminPayment): boolean {
  if (payment.reason === 'organization_closed') return false;
  return payment.claim === null ? !isPaidOtherwise(payment) : claimedMoney(payment) !== null;
}
