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

/** Hours ahead of UTC. Russia has had no clock changes since these offsets came into force, the last one in 2020. */
const hoursByZone: Record<string, number> = {
  'Europe/Kaliningrad': 2,
  'Europe/Moscow': 3,
  'Europe/Simferopol': 3,
  'Europe/Kirov': 3,
  'Europe/Volgograd': 3,
  'Europe/Samara': 4,
  'Europe/Astrakhan': 4,
  'Europe/Saratov': 4,
  'Europe/Ulyanovsk': 4,
  'Asia/Yekaterinburg': 5,
  'Asia/Omsk': 6,
  'Asia/Novosibirsk': 7,
  'Asia/Barnaul': 7,
  'Asia/Tomsk': 7,
  'Asia/Novokuznetsk': 7,
  'Asia/Krasnoyarsk': 7,
  'Asia/Irkutsk': 8,
  'Asia/Chita': 9,
  'Asia/Yakutsk': 9,
  'Asia/Vladivostok': 10,
  'Asia/Magadan': 11,
  'Asia/Sakhalin': 11,
  'Asia/Kamchatka': 12,
};
const validSince = Date.UTC(2021, 0, 1);

export const zonesWithFixedOffset = Object.keys(hoursByZone);

/** Returns undefined where only the browser's time zone data has the answer. */
function fixedOffsetMs(instant: Date, timezone: string): number | undefined {
  const hours = instant.getTime() >= validSince ? hoursByZone[timezone] : undefined;
  return hours === undefined ? undefined : hours * 60 * 60_000;
}
