import type { AdminTariff } from '@kazna/contract/admin/services';
import { priceNoticeDays } from '@kazna/contract/shared/tariffs';
import { formatDay } from '../../format/date.ts';
import { formatCount } from '../../format/numbers.ts';
import { parseDay, shiftDay } from '../../format/period.ts';
import classes from './price-plan.module.css';
import { currentVersion, runningOn, versionPrice } from './tariff-labels.tsx';
import { type TermsValues, termsIn } from './terms-values.ts';

interface PricePlanProps {
  tariff: AdminTariff;
  values: TermsValues;
  today: string;
}

/** A price change as a plan: whom it reaches, when, and that letters go out. */
export function PricePlan({ tariff, values, today }: PricePlanProps) {
  const terms = termsIn(values);
  const before = versionPrice(currentVersion(tariff, today));
  const after = terms ? versionPrice(terms) : '…';
  const steps = planSteps({
    today,
    from: dayIn(values.from),
    runningFrom: values.reach === 'running' ? dayIn(values.runningFrom) : null,
    running: runningOn(tariff),
    before,
    after,
  });
  return (
    <section className={classes.plan} aria-label="План">
      <h2>План</h2>
      <ol>
        {steps.map(({ when, what }) => (
          <li key={when + what}>
            <strong>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const dayIn = (typed = '') => parseDay(typed.trim());

interface Plan {
  today: string;
  /** Null while what is typed is no day. */
  from: string | null;
  runningFrom: string | null;
  running: number;
  before: string;
  after: string;
}

interface PlanStep {
  when: string;
  what: string;
}

const subscriptions = ['подписка', 'подписки', 'подписок'] as const;
const ofSubscriptions = ['подписки', 'подписок', 'подписок'] as const;

export function planSteps({ today, from, runningFrom, running, before, after }: Plan): PlanStep[] {
  const since = (day: string) => (day === today ? 'Сегодня' : `С ${formatDay(day, 'UTC')}`);
  const forNew = from && { when: since(from), what: `Новые подключения: ${after} вместо ${before}` };
  if (running === 0) return forNew ? [forNew] : [];
  if (!runningFrom) {
    const stays = { when: 'Без изменений', what: `${formatCount(running, subscriptions)}: платят по-прежнему` };
    return forNew ? [forNew, stays] : [stays];
  }
  const isTooEarly = runningFrom < shiftDay(today, priceNoticeDays);
  const letters = `Письма и уведомления о новой цене для ${formatCount(running, ofSubscriptions)}`;
  const reached = `${formatCount(running, subscriptions)}: ${after}, с ближайшего периода, который начнётся в этот день или позже`;
  return [
    ...(forNew ? [forNew] : []),
    { when: 'Сразу после сохранения', what: letters },
    isTooEarly
      ? {
          when: 'Слишком рано',
          what: `Подключённым нужно не меньше ${priceNoticeDays} дней: с ${formatDay(shiftDay(today, priceNoticeDays), 'UTC')}`,
        }
      : { when: since(runningFrom), what: reached },
  ];
}
