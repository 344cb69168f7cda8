import { type Currency, formatMoney, groupThousands } from '@kazna/contract/shared/money';
import type { PluralForms } from '../../format/numbers.ts';
import { Totals } from '../../ui/lists/totals.tsx';

interface MoneyTotalsProps<Item extends { currency: Currency }> {
  /** Undefined while loading. */
  totals: { count: number; isCut: boolean; items: Item[] } | undefined;
  hasFailed: boolean;
  forms: PluralForms;
  /** What to call each sum, in order. */
  labels: readonly (readonly [name: Exclude<keyof Item, 'currency' | 'count'>, label: string])[];
}

/** «128 платежей. Оплачено 1 000 ₽ · не прошло 300 ₽»: sums are only said where they are of all that is found. */
export function MoneyTotals<Item extends { currency: Currency }>(props: MoneyTotalsProps<Item>) {
  const { totals, hasFailed, forms, labels } = props;
  return (
    <Totals count={totals?.count} forms={forms} hasFailed={hasFailed}>
      {totals?.isCut && (
        <span>Нашлось больше {groupThousands(totals.count)}: выберите период, чтобы увидеть суммы</span>
      )}
      {totals?.items.map((item) => (
        <span key={item.currency}>
          {labels
            .filter(([name]) => item[name] !== 0)
            .map(([name, label], index) => (
              <span key={label}>
                {index > 0 && ' · '}
                {index === 0 ? label.charAt(0).toUpperCase() + label.slice(1) : label}
                {'\u00a0'}
                <b>{formatMoney({ amountMinor: item[name] as number, currency: item.currency })}</b>
              </span>
            ))}
        </span>
      ))}
    </Totals>
  );
}
