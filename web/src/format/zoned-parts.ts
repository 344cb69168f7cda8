type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

/** Creating a format takes longer than rendering a row of a table, so there is one a time zone. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(timezone: string | undefined): Intl.DateTimeFormat {
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
    ...(timezone && { timeZone: timezone }),
  });
  formats.set(timezone, format);
  return format;
}

/** Returns digits: year of four, everything else of two. Without a time zone it is the browser's. */
export function zonedParts(instant: Date, timezone: string | undefined): Record<Part, string> {
  const parts = formatOf(timezone).formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}
