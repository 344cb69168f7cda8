const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const monthNames = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');

/** «1 февраля 2026 г.» */
export function dayInWords(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${months[(month as number) - 1]} ${year} г.`;
}

/** «февраль 2026 г.» */
export function monthInWords(period: string): string {
  const [year, month] = period.split('-').map(Number);
  return `${monthNames[(month as number) - 1]} ${year} г.`;
}

/** «01.02.2026» */
export function dayInDigits(iso: string): string {
  return iso.split('-').toReversed().join('.');
}
