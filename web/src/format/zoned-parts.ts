import { fixedOffsetMs } from './fixed-offsets.ts';

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

/** One a time zone: creating a format takes longer than rendering a row of a table. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const digits = '2-digit';
  const format = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    hourCycle: 'h23',
    timeZone: timezone,
  });
  formats.set(timezone, format);
  return format;
}

/**
 * Returns digits: year of four, everything else of two. Without a time zone it is the browser's. The first format of a
 * page costs 25 ms of CPU, more than a screen of components, so dates of most people do without one.
 */
export function zonedParts(instant: Date, timezone: string | undefined): Record<Part, string> {
  const offsetMs = timezone === undefined ? -instant.getTimezoneOffset() * 60_000 : fixedOffsetMs(instant, timezone);
  if (offsetMs !== undefined) return partsOf(new Date(instant.getTime() + offsetMs));
  const parts = formatOf(timezone ?? '').formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}

function partsOf(shifted: Date): Record<Part, string> {
  const [year = '', month = '', day = '', hour = '', minute = ''] = shifted.toISOString().split(/[-T:]/);
  return { year, month, day, hour, minute };
}
