import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { formatCount } from '../../format/numbers.ts';

interface DaysLeftText {
  title: string;
  note: string;
}

export function daysLeftText({ daysLeft, balances, currency }: Dashboard): DaysLeftText {
  const note = 'Если тратить, как последние 30 дней';
  const balance = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  if (daysLeft === null) return { title: '—', note: 'Последние 30 дней деньги не тратились' };
  if (balance <= 0) return { title: 'Пусто', note: 'Пополните баланс, чтобы продолжить' };
  if (daysLeft === 0) return { title: 'Меньше дня', note };
  if (daysLeft > 365) return { title: 'Больше года', note };
  return { title: formatCount(daysLeft, ['день', 'дня', 'дней']), note };
}
