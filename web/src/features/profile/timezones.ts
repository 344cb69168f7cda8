import { nearby, russian } from './timezone-places.ts';

interface Timezone {
  value: string;
  label: string;
  offsetMinutes: number;
}

/** Returns «Москва, UTC+3», or «Berlin (Центральная Европа), UTC+2» for a city without our Russian name. */
export function describeTimezone(zone: string, at = new Date()): Timezone {
  const { generic, offsetMinutes } = readTimezone(zone, at);
  const place = russian[zone] ?? nearby[zone] ?? foreignPlace(zone, generic);
  return { value: zone, label: `${place}, ${formatOffset(offsetMinutes)}`, offsetMinutes };
}

/** All zones of the browser: Russian first, then nearby, each group from west to east. */
export function listTimezones(current: string): { group: string; items: Timezone[] }[] {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  known.add(current);
  const others = [...known].filter((zone) => !(zone in russian) && !(zone in nearby));
  const group = (name: string, zones: string[]) => ({
    group: name,
    items: zones
      .map((zone) => describeTimezone(zone))
      .sort((a, b) => a.offsetMinutes - b.offsetMinutes || a.label.localeCompare(b.label, 'ru')),
  });
  return [group('Россия', Object.keys(russian)), group('Соседи', Object.keys(nearby)), group('Остальные', others)];
}

/** One formatter returns both name and offset: hundreds are created when the list opens. */
function readTimezone(zone: string, at: Date): { generic: string; offsetMinutes: number } {
  const parts = new Intl.DateTimeFormat('ru', {
    timeZone: zone,
    timeZoneName: 'longGeneric',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) =>
    Number(part(type)),
  ) as [number, number, number, number, number];
  const local = Date.UTC(year, month - 1, day, hour, minute);
  const offsetMinutes = Math.round((local - at.getTime()) / 60_000 / 15) * 15;
  return { generic: part('timeZoneName').replace(/, стандартное время$/, ''), offsetMinutes };
}

function foreignPlace(zone: string, generic: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return generic && !/^(GMT|UTC)/.test(generic) && generic !== city ? `${city} (${generic})` : city;
}

function formatOffset(minutes: number): string {
  const whole = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${whole}${rest ? `:${rest}` : ''}`;
}
