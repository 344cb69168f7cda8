const maxLength = 1000;

/** One line without control characters, which the database refuses, at most 1000 characters long. */
export function toLine(text: string): string {
  const line = text
    .slice(0, maxLength * 2)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > maxLength ? line.slice(0, maxLength).toWellFormed() : line;
}

/** Roubles as «840», «107728.7» or «6 603,75» in kopecks; null for anything else. */
export function toKopecks(text: string): number | null {
  const compact = text.slice(0, 60).replace(/[\s'’]/g, '');
  const match = /^(\d{1,13})(?:[.,](\d{0,2})0*)?$/.exec(compact);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return Number(whole + fraction.padEnd(2, '0'));
}

/** A balance may be below zero: overdrafts exist. */
export function toSignedKopecks(text: string): number | null {
  const line = text.trim();
  if (!line.startsWith('-')) return toKopecks(line);
  const amount = toKopecks(line.slice(1));
  return amount === null ? null : -amount;
}

/** «01.02.2026» as `2026-02-01`; null for what is no day of the calendar. */
export function toIsoDay(text: string): string | null {
  const match = /^(\d{2})\.(\d{2})\.((?:19|20)\d{2})$/.exec(text.trim());
  if (!match) return null;
  const day = `${match[3]}-${match[2]}-${match[1]}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? null : day;
}

/** Accounts are compared without spaces; a foreign one may be of any length. */
export function toAccount(text: string): string {
  return toLine(text).replace(/ /g, '').slice(0, 40);
}

/** Null for what cannot be an ИНН, such as «0» or «4». */
export function toInn(text: string): string | null {
  const compact = text.replace(/\s/g, '');
  return /^(?:\d{10}|\d{12})$/.test(compact) && !/^00/.test(compact) ? compact : null;
}
