import { formatMoney } from '@kazna/contract/shared/money';
import { pluralForm } from '../../format/numbers.ts';
import type { Sum } from './decisions.ts';
import classes from './statements.module.css';

export const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

export function countText({ count }: Pick<Sum, 'count'>): string {
  return `${count.toLocaleString('ru')}\u00a0${pluralForm(count, ['платёж', 'платежа', 'платежей'])}`;
}

export function Outcome({ label, sums }: { label: string; sums: readonly (readonly [title: string, sum: Sum])[] }) {
  return (
    <dl className={classes.outcome} aria-label={label}>
      {sums.map(([title, sum]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{roubles(sum.amountMinor)}</dd>
          <dd>{countText(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}
