import type { previewVersion } from '@kazna/contract/admin/services';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { BillLine, DayRange, TariffTerms } from '@kazna/contract/shared/tariffs';
import { describeDay, describeDays } from '../subscriptions/describe-days.ts';
import { addDays, type Day, daysBetween, periodAt } from '../subscriptions/periods.ts';
import { partsOf, periodPrice } from '../subscriptions/price.ts';

type Example = Answer<typeof previewVersion>['examples'][number];

/** Example bills of terms that are not sold yet: what connecting today costs, then the next periods and changes. */
export function exampleBills(terms: TariffTerms, today: Day): Example[] {
  const anchor = addDays(today, terms.trialDays);
  const first = { from: anchor, to: periodAt(terms, anchor, anchor).to };
  const second = periodAt(terms, anchor, first.to);
  const third = periodAt(terms, anchor, second.to);
  const priced = (days: DayRange, quantity = 1) => linesOf(terms, anchor, days, quantity);
  return [
    {
      title: connectingTitle(terms, today, anchor),
      lines: [...trial(terms, today), ...setup(terms, anchor), ...priced(first)],
    },
    { title: 'Следующие два периода', lines: [...priced(second), ...priced(third)] },
    ...(terms.maxQuantity > 1 ? [moreInTheMiddle(priced, second)] : []),
    stopInTheMiddle(terms, priced, second),
  ];
}

function connectingTitle({ trialDays }: TariffTerms, today: Day, anchor: Day): string {
  const title = `Подключение ${describeDay(today)}`;
  return trialDays > 0 ? `${title}, первое списание ${describeDay(anchor)}` : title;
}

function trial({ trialDays }: TariffTerms, today: Day): BillLine[] {
  if (trialDays === 0) return [];
  const to = addDays(today, trialDays);
  return [{ description: `Пробный период: ${describeDays(today, to)}`, from: today, to, amountMinor: 0 }];
}

function setup({ setupFeeMinor: amountMinor }: TariffTerms, day: Day): BillLine[] {
  return amountMinor > 0 ? [{ description: 'Подключение', from: day, to: day, amountMinor }] : [];
}

function linesOf(terms: TariffTerms, anchor: Day, days: DayRange, quantity: number): BillLine[] {
  const seats = quantity > 1 ? `Количество ${quantity}: ` : '';
  return partsOf(terms, anchor, days, periodPrice(terms, quantity, null)).map(({ from, to, amountMinor }) => ({
    ...{ description: `${seats}${describeDays(from, to)}`, from, to, amountMinor },
  }));
}

type Priced = (days: DayRange, quantity?: number) => BillLine[];

const middleOf = ({ from, to }: DayRange) => addDays(from, Math.floor(daysBetween(from, to) / 2));

function givenBack(lines: BillLine[]): BillLine[] {
  return lines.map(({ from, to, amountMinor }) => ({
    ...{ description: `Возврат за ${describeDays(from, to)}`, from, to, amountMinor: -amountMinor || 0 },
  }));
}

function moreInTheMiddle(priced: Priced, period: DayRange): Example {
  const rest = { from: middleOf(period), to: period.to };
  const lines = [...givenBack(priced(rest)), ...priced(rest, 2)];
  return { title: `Количество с 1 до 2 в середине периода, ${describeDay(rest.from)}`, lines };
}

/** The day of stopping is used. */
function stopInTheMiddle({ refundOnStop }: TariffTerms, priced: Priced, period: DayRange): Example {
  const day = middleOf(period);
  const rest = { from: addDays(day, 1), to: period.to };
  const lines = refundOnStop && rest.from < rest.to ? givenBack(priced(rest)) : [];
  const note = lines.length > 0 ? '' : ': деньги не возвращаются';
  return { title: `Остановка в середине периода, ${describeDay(day)}${note}`, lines };
}
