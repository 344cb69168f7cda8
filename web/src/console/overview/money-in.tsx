import type { Overview } from '@kazna/contract/admin/overview';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { useState } from 'react';
import { briefDay, dayOfMonth } from '../../format/months.ts';
import { compactNumber } from '../../format/numbers.ts';
import { shiftDay, todayInMoscow } from '../../format/period.ts';
import { MoneyChart } from '../../ui/charts/money-chart.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './overview.module.css';

export function MoneyIn({ moneyIn }: { moneyIn: Overview['moneyIn'] | undefined }) {
  const [chosen, setChosen] = useState<Currency>('RUB');
  const currencies = currenciesIn(moneyIn ?? []);
  const currency = currencies.includes(chosen) ? chosen : 'RUB';
  const days = lastDays(moneyIn ?? [], currency, todayInMoscow());
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const total = days.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return (
    <section className={classes.card} aria-label="Пополнения">
      <header className={classes.cardHead}>
        <div>
          <h2>Пополнения за 30 дней</h2>
          <p className={classes.total}>{moneyIn ? money(total) : <SkeletonLine width={160} />}</p>
          {moneyIn && total === 0 && <p className={classes.note}>Балансы за это время не пополняли.</p>}
        </div>
        {currencies.length > 1 && (
          <select
            className={classes.currency}
            aria-label="Валюта"
            value={currency}
            onChange={(event) => setChosen(event.currentTarget.value as Currency)}
          >
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        )}
      </header>
      <MoneyChart
        label={`Пополнения по дням, ${currency}`}
        shows="in"
        inLabel="Пришло"
        points={days.map(({ date, amountMinor }) => ({
          short: briefDay(new Date(date)),
          full: dayOfMonth(new Date(date)),
          inMinor: amountMinor,
          outMinor: 0,
          balanceMinor: 0,
        }))}
        pointTitle="День"
        format={money}
        formatTick={(value) => compactNumber(value / 100)}
        describe={(index) => sentenceOf(days[index]?.date ?? '', money(days[index]?.amountMinor ?? 0))}
      />
    </section>
  );
}

function sentenceOf(date: string, amount: string): string {
  return `${dayOfMonth(new Date(date))} пришло ${amount}`;
}

const shownDays = 30;

export interface Day {
  date: string;
  amountMinor: number;
}

/** Returns the last 30 days, with zeros for days without top-ups. */
export function lastDays(moneyIn: Overview['moneyIn'], currency: Currency, today: string): Day[] {
  const byDate = new Map(
    moneyIn.filter((one) => one.currency === currency).map(({ date, amountMinor }) => [date, amountMinor]),
  );
  return Array.from({ length: shownDays }, (_, index) => {
    const date = shiftDay(today, index - shownDays + 1);
    return { date, amountMinor: byDate.get(date) ?? 0 };
  });
}

/** Returns the currencies with top-ups; roubles always come first. */
export function currenciesIn(moneyIn: Overview['moneyIn']): Currency[] {
  const found = new Set(moneyIn.map(({ currency }) => currency));
  return ['RUB', ...[...found].filter((currency) => currency !== 'RUB')];
}
