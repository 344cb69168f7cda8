import { formatCount } from '../../format/numbers.ts';

const minuteMs = 60_000;
const minutes = ['минуту', 'минуты', 'минут'] as const;
const hours = ['час', 'часа', 'часов'] as const;
const days = ['день', 'дня', 'дней'] as const;

/** Returns «меньше минуты», «5 минут», «3 часа» or «2 дня», rounded down. */
export function waitText(since: string, now: Date): string {
  const passed = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / minuteMs));
  if (passed === 0) return 'меньше минуты';
  if (passed < 60) return formatCount(passed, minutes);
  const passedHours = Math.floor(passed / 60);
  return passedHours < 48 ? formatCount(passedHours, hours) : formatCount(Math.floor(passedHours / 24), days);
}
