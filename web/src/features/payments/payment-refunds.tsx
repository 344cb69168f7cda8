import type { PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Moment } from '../../parts/moment.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './payment-page.module.css';

const looks = {
  pending: ['pending', ClockIcon, 'Возврат в процессе'],
  succeeded: ['success', CheckIcon, 'Возвращён'],
  canceled: ['failure', CrossedIcon, 'Возврат не прошёл'],
} as const;

export function PaymentRefunds({ payment }: { payment: PaymentDetails }) {
  return (
    <Card title="Возвраты">
      <ul className={classes.refunds}>
        {payment.refunds.map(({ id, amountMinor, status, reason, createdAt }) => {
          const [tone, Icon, words] = looks[status];
          return (
            <li key={id}>
              <span>
                <strong className={classes.amount}>{formatMoney({ amountMinor, currency: payment.currency })}</strong>
                <StatusMark tone={tone} icon={<Icon size={16} />}>
                  {words}
                </StatusMark>
              </span>
              <span>{reason}</span>
              <span className={classes.secondary}>
                <Moment at={createdAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
