import type { AutoTopUpAttempt } from '@kazna/contract/cabinet/auto-top-up';
import { paymentState, paymentStateLabels, shortReason } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { Moment } from '../../../parts/moment.tsx';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon, InfoIcon } from '../../../ui/icons.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import classes from './cards.module.css';

const looks = {
  pending: ['pending', ClockIcon],
  review: ['pending', InfoIcon],
  succeeded: ['success', CheckIcon],
  canceled: ['failure', CrossedIcon],
  expired: ['failure', CrossedIcon],
} as const;

export function AttemptsList({ attempts }: { attempts: AutoTopUpAttempt[] }) {
  return (
    <ul className={classes.attempts} aria-label="История автопополнений">
      {attempts.map((attempt) => {
        const { paymentId, amountMinor, currency, card, status, createdAt } = attempt;
        const [tone, Icon] = looks[status];
        const reason = shortReason(attempt);
        const label = paymentStateLabels[paymentState(attempt)];
        return (
          <li key={paymentId} className={classes.attempt}>
            <span className={classes.when}>
              <Moment at={createdAt} />
            </span>
            <LinkAnchor to="/payments/$id" params={{ id: paymentId }} className={classes.sum}>
              {formatMoney({ amountMinor, currency })}
            </LinkAnchor>
            <span className={classes.quietCell}>{card && `·· ${card}`}</span>
            <StatusMark tone={tone} icon={<Icon size={16} />}>
              {reason ? `${label}: ${reason}` : label}
            </StatusMark>
          </li>
        );
      })}
    </ul>
  );
}
