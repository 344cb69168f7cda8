import { type InvoiceStatus, invoiceStatuses } from '@kazna/contract/cabinet/documents';
import { paymentLabel, shortReason } from '@kazna/contract/cabinet/payment-labels';
import { cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { StatusMark } from '../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon, ReturnIcon } from '../ui/icons.tsx';
import { CheckIcon, InfoIcon } from '../ui/visitor-icons.tsx';

type Tone = 'success' | 'pending' | 'failure' | 'neutral';

function lookOf({ status, refundedMinor, isRefunding }: Payment): [tone: Tone, Icon: typeof CheckIcon] {
  if (isRefunding) return ['pending', ReturnIcon];
  if (status === 'succeeded') return refundedMinor > 0 ? ['neutral', ReturnIcon] : ['success', CheckIcon];
  if (status === 'pending') return ['pending', ClockIcon];
  if (status === 'review') return ['pending', InfoIcon];
  return ['failure', CrossedIcon];
}

interface PaymentStatusMarkProps {
  payment: Payment;
  /** Adds why it failed: «Не прошёл: мало денег на карте». */
  hasReason?: boolean;
}

export function PaymentStatusMark({ payment, hasReason = false }: PaymentStatusMarkProps) {
  const [tone, Icon] = lookOf(payment);
  const reason = hasReason ? shortReason(payment) : '';
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {reason ? `${paymentLabel(payment)}: ${reason}` : paymentLabel(payment)}
    </StatusMark>
  );
}

const looks = {
  open: ['pending', ClockIcon],
  partly_paid: ['pending', InfoIcon],
  paid: ['success', CheckIcon],
  overdue: ['failure', ClockIcon],
  canceled: ['neutral', CrossedIcon],
} as const satisfies Record<InvoiceStatus, unknown>;

export function InvoiceStatusMark({ status }: { status: InvoiceStatus }) {
  const [tone, Icon] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {invoiceStatuses[status]}
    </StatusMark>
  );
}

/** Returns «Мир ·· 4477», or «Мир ·· 4477, Анна» where others of the list look the same. */
export function cardLabel(card: SavedMethod, cards: SavedMethod[]): string {
  const title = cardTitle(card);
  const isOnly = cards.filter((other) => cardTitle(other) === title).length === 1;
  return isOnly || !card.savedBy ? title : `${title}, ${card.savedBy}`;
}
