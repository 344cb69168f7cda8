import type { AutoTopUpAttempt, AutoTopUpRule } from '@kazna/contract/cabinet/auto-top-up';
import { autoTopUpReasonText } from '@kazna/contract/cabinet/auto-top-up-labels';
import { paymentState, paymentStateLabels, shortReason } from '@kazna/contract/cabinet/payment-labels';
import { cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { formatMoney } from '@kazna/contract/shared/money';
import { Moment } from '../../../parts/moment.tsx';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../../ui/icons.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../../ui/visitor-icons.tsx';
import classes from './cards.module.css';

const marks = {
  active: { tone: 'success', Icon: CheckIcon, text: 'Включено' },
  waiting: { tone: 'pending', Icon: ClockIcon, text: 'Ждёт' },
  paused: { tone: 'failure', Icon: WarningIcon, text: 'Приостановлено' },
  awaiting: { tone: 'pending', Icon: ClockIcon, text: 'Ждёт согласия' },
} as const;

export function AutoTopUpState({ rule, card }: { rule: AutoTopUpRule; card: SavedMethod | undefined }) {
  const { state, reason, nextAttemptAt, currency } = rule;
  const isAwaiting = reason === 'awaits_saver';
  const { tone, Icon, text } = marks[isAwaiting ? 'awaiting' : state];
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return (
    <>
      <div className={classes.state}>
        <StatusMark tone={tone} icon={<Icon size={16} />}>
          {text}
        </StatusMark>
      </div>
      {state !== 'active' && (
        <div className={classes.why} role="status">
          <p>{isAwaiting ? consentText(rule, card) : autoTopUpReasonText(reason)}</p>
          {nextAttemptAt && (
            <p>
              Следующая попытка: <Moment at={nextAttemptAt} />.
            </p>
          )}
        </div>
      )}
      <Facts
        facts={[
          ['Когда меньше', money(rule.thresholdMinor)],
          ['Пополнять до', money(rule.targetMinor)],
          ['Карта', card ? cardTitle(card) : 'Не выбрана'],
          ['За этот месяц', `${money(rule.spentMinor)} из ${money(rule.monthlyCapMinor)}`],
        ]}
      />
    </>
  );
}

function consentText({ monthlyCapMinor: amountMinor, currency }: AutoTopUpRule, card: SavedMethod | undefined): string {
  const before = 'До этого с карты ничего не спишется.';
  if (card?.isMine)
    return `Правило задал другой человек, а карта ваша. Разрешите списывать с неё до ${formatMoney({ amountMinor, currency })} в месяц или отклоните правило. ${before}`;
  const who = card?.savedBy ? ` (${card.savedBy})` : '';
  return `Правило заработает, когда согласится тот, кто сохранил карту${who}. Мы отправили ему уведомление. ${before}`;
}

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
