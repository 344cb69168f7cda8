import { type Period, periods } from '@kazna/contract/cabinet/dashboard';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { pluralForm } from '../../format/plural.ts';

/** Above this ratio the previous amount says more than «в 407 раз». */
const maxRatio = 10;

/** Returns «На 12 % больше, чем за 30 дней до этого». */
export function comparisonText(now: number, before: number, period: Period, currency: Currency): string {
  const previousPeriod = `за ${periods[period]} до этого`;
  if (before === 0) return now === 0 ? `Ничего, как и ${previousPeriod}` : `З${previousPeriod.slice(1)} ничего не было`;
  if (now === before) return `Столько же, сколько ${previousPeriod}`;
  if (now > before * maxRatio)
    return `З${previousPeriod.slice(1)} было ${formatMoney({ amountMinor: before, currency })}`;
  if (now >= before * 2) return `Больше ${ratioText(now / before)}, чем ${previousPeriod}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${percent === 0 ? 'Чуть' : `На ${percent}\u00a0%`} ${now > before ? 'больше' : 'меньше'}, чем ${previousPeriod}`;
}

function ratioText(ratio: number): string {
  const rounded = Math.round(ratio * 10) / 10;
  return `в ${rounded.toLocaleString('ru')} ${pluralForm(rounded, ['раз', 'раза', 'раз'])}`;
}
