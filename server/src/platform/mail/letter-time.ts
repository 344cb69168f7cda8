/** Returns «14 ноября 2026, 15:04 (МСК)»: a letter is read at any time and place, so it says the year and the time zone. */
export function formatLetterTime(time: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const zone = timeZone === 'Europe/Moscow' ? 'МСК' : of('timeZoneName').replace('GMT', 'UTC').replace(/\+0$/, '');
  return `${of('day')} ${of('month')} ${of('year')}, ${of('hour')}:${of('minute')} (${zone})`;
}
