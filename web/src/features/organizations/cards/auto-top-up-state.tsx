import type { AutoTopUpRule } from '@kazna/contract/cabinet/auto-top-up';
import { autoTopUpReasonText } from '@kazna/contract/cabinet/auto-top-up-labels';
import { cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { formatMoney } from '@kazna/contract/shared/money';
import { Moment } from '../../../parts/moment.tsx';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import classes from './cards.module.css';

const marks = {
  active: { tone: 'success', Icon: CheckIcon, text: 'Включено' },
  waiting: { tone: 'pending', Icon: ClockIcon, text: 'Ждёт' },
  paused: { tone: 'failure', Icon: WarningIcon, text: 'Приостановлено' },
} as const;

export function AutoTopUpState({ rule, card }: { rule: AutoTopUpRule; card: SavedMethod | undefined }) {
  const { state, reason, nextAttemptAt, currency } = rule;
  const { tone, Icon, text } = marks[state];
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
          <p>{autoTopUpReasonText(reason)}</p>
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
