import { formatCount } from '../format/numbers.ts';

const soonDays = 14;
const almostOverDays = 3;

export function toneOfDays(days: number): 'success' | 'pending' | 'failure' {
  if (days < almostOverDays) return 'failure';
  return days < soonDays ? 'pending' : 'success';
}

/** Returns «хватит на 13 дней». */
export function daysLeftPhrase(days: number): string {
  if (days < 0) return 'баланс меньше нуля';
  if (days === 0) return 'хватит меньше чем на день';
  if (days > 365) return 'хватит больше чем на год';
  return `хватит на ${formatCount(days, ['день', 'дня', 'дней'])}`;
}
