import { currentTime } from '../format/current-time.ts';
import { formatDate } from '../format/date.ts';
import { formatCount } from '../format/numbers.ts';
import classes from './days-left.module.css';

const soonDays = 14;
const almostOverDays = 3;
/** A forecast further ahead says nothing. */
const maxForecastDays = 365;
const dayMs = 24 * 60 * 60_000;

/** «хватит на 13 дней», coloured by how soon the money ends; nothing while unknown. */
export function DaysLeft({ days }: { days: number | null | undefined }) {
  if (days === null || days === undefined) return null;
  return (
    <span className={classes.days} data-tone={toneOfDays(days)}>
      {daysLeftText(days)}
    </span>
  );
}

export function toneOfDays(days: number): 'success' | 'pending' | 'failure' {
  if (days < almostOverDays) return 'failure';
  return days < soonDays ? 'pending' : 'success';
}

/** Returns «хватит на 13 дней». Days are negative below zero, where a credit limit may go on paying. */
export function daysLeftText(days: number): string {
  return days < 0 ? 'баланс меньше нуля' : `хватит ${durationText(days)}`;
}

/** Returns «на 13 дней», «меньше чем на день» or «больше чем на год». */
export function durationText(days: number): string {
  if (days < 1) return 'меньше чем на день';
  if (days > maxForecastDays) return 'больше чем на год';
  return `на ${formatCount(days, ['день', 'дня', 'дней'])}`;
}

/** Returns «Хватит примерно до 28 ноября», or an empty string while unknown. */
export function lastDayText(days: number | null | undefined, now = currentTime().getTime()): string {
  if (days === undefined || days === null) return '';
  if (days < 1 || days > maxForecastDays) {
    const text = daysLeftText(days);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  const date = formatDate(new Date(now + days * dayMs).toISOString());
  return `Хватит примерно до ${date.replace(` ${new Date(now).getFullYear()}`, '')}`;
}

interface DaysLeftFigure {
  title: string;
  note: string;
}

/** The value and the note under «Хватит на». */
export function daysLeftFigure(days: number | null, balanceMinor: number): DaysLeftFigure {
  const note = 'По ближайшим списаниям и тратам последних 30 дней';
  if (balanceMinor < 0) return { title: '—', note: 'Баланс меньше нуля: пополните его, чтобы погасить долг' };
  if (days === null) return { title: '—', note: 'Деньги не тратились, и списаний впереди нет' };
  if (balanceMinor === 0 && days < 1) return { title: 'Пусто', note: 'Пополните баланс, чтобы продолжить' };
  if (days < 1) return { title: 'Меньше дня', note };
  if (days > maxForecastDays) return { title: 'Больше года', note };
  return { title: formatCount(days, ['день', 'дня', 'дней']), note };
}
