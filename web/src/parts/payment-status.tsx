import { paymentLabel, shortReason } from '@kazna/contract/cabinet/payment-labels';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { StatusMark } from '../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon, InfoIcon, ReturnIcon } from '../ui/icons.tsx';

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
