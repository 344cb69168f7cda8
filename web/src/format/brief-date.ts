import { lazy } from './lazy.ts';

const utc = { timeZone: 'UTC' } as const;
const shortDay = lazy(() => new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', ...utc }));
const shortMonth = lazy(() => new Intl.DateTimeFormat('ru', { month: 'short', ...utc }));

/** «14 ноя» */
export function briefDay(date: Date): string {
  return brief(shortDay().format(date));
}

/** «ноя» */
export function briefMonth(date: Date): string {
  return brief(shortMonth().format(date));
}

/** Intl's «14 нояб.» is too wide for an axis label. */
function brief(text: string): string {
  return text.replace(/(\p{L}{3})[\p{L}.]*/u, '$1');
}
