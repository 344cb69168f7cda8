/** Everything that the business counts by days, and every time in its files, is of this zone. */
export const businessZone = 'Europe/Moscow';

/** Stands in the head of each column of times, since a cell cannot say its zone. */
export const businessZoneLabel = 'МСК';

let format: Intl.DateTimeFormat | undefined;

/** Made at its first use: it loads the data of all time zones. Swedish writes dates as ISO does. */
function newFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: businessZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** Returns the business's wall clock, «2026-11-16 01:30:00». */
export function businessTime(instant: string | Date): string {
  format ??= newFormat();
  return format.format(new Date(instant));
}

let last = { quarter: Number.NaN, day: '' };

/** Returns the business's calendar day, «2026-11-16». */
export function businessDay(instant: string | Date): string {
  // A day begins with a quarter of an hour, and most calls ask about the present one.
  const quarter = Math.floor(new Date(instant).getTime() / 900_000);
  if (quarter !== last.quarter) last = { quarter, day: businessTime(instant).slice(0, 10) };
  return last.day;
}
