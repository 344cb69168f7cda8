import { directions, type EntryKind, entryKinds, type OperationFilter } from '@kazna/contract/cabinet/balance';
import { currencies } from '@kazna/contract/shared/money';
import { currentTime } from '../../format/current-time.ts';
import { instantsOf, needsTimezone, periodText } from '../../format/period.ts';
import { oneOf } from '../../navigation/plain-search.ts';
import type { Chip } from '../../ui/lists/filter-bar.tsx';

type SearchName = 'kind' | 'direction' | 'currency' | 'period' | 'from' | 'to' | 'zone' | 'service' | 'q';
/** Search parameters of the list, and the operation that is open over it; invalid values are ignored. */
export type OperationsSearch = Partial<Record<SearchName | 'operation', string>>;

/** Links from the dashboard count Moscow days, like its figures. */
export function zoneOf({ zone }: OperationsSearch, timezone: string | undefined): string | undefined {
  return zone === 'msk' ? 'Europe/Moscow' : timezone;
}

/** Undefined until the time zone is known, for filters by day. */
export function toFilter(
  search: OperationsSearch,
  timezone: string | undefined,
  now = currentTime(),
): OperationFilter | undefined {
  const zone = zoneOf(search, timezone);
  if (!zone && needsTimezone(search)) return undefined;
  const filter: OperationFilter = {
    kind: oneOf(Object.keys(entryKinds) as EntryKind[], search.kind),
    direction: oneOf(['in', 'out'] as const, search.direction),
    currency: oneOf(currencies, search.currency),
    ...instantsOf(search, zone ?? 'UTC', now),
    service: search.service?.slice(0, 128),
    q: search.q?.trim().slice(0, 128) || undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Active filters as text, with the search parameters that removing one clears. */
export function chipsOf(search: OperationsSearch): Chip<SearchName>[] {
  const { kind, direction, currency } = toFilter(search, 'UTC') ?? {};
  const q = search.q?.trim();
  const period = periodText(search);
  const chips: (Chip<SearchName> | undefined | '')[] = [
    q && { names: ['q'], text: `«${q}»` },
    kind && { names: ['kind'], text: entryKinds[kind] },
    direction && { names: ['direction'], text: directions[direction] },
    search.service && { names: ['service'], text: `Услуга: ${search.service}` },
    currency && { names: ['currency'], text: currency },
    period && {
      names: ['period', 'from', 'to', 'zone'],
      text: `Период: ${search.zone === 'msk' ? `${period}, по Москве` : period}`,
    },
  ];
  return chips.filter((chip) => typeof chip === 'object');
}
