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
export function fixedOffsetMs(instant: Date, timezone: string): number | undefined {
  const hours = instant.getTime() >= validSince ? hoursByZone[timezone] : undefined;
  return hours === undefined ? undefined : hours * 60 * 60_000;
}
