import { paymentWords } from '@kazna/contract/payment-words';
import type { Payment } from '@kazna/contract/payments';
import { CheckIcon, ClockIcon, CrossedIcon, InfoIcon } from '../../../ui/icons.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { ReturnIcon } from '../admin-icons.tsx';

const looks = {
  succeeded: ['success', CheckIcon],
  pending: ['pending', ClockIcon],
  review: ['pending', InfoIcon],
  canceled: ['failure', CrossedIcon],
  expired: ['failure', CrossedIcon],
} as const;

export function PaymentStatusMark({ payment }: { payment: Payment }) {
  const isReturned = payment.status === 'succeeded' && payment.refundedMinor > 0;
  const [tone, Icon] = isReturned ? (['neutral', ReturnIcon] as const) : looks[payment.status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {paymentWords(payment)}
    </StatusMark>
  );
}
