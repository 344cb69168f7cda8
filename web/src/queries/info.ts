import { getInfo, getLegalText, type LegalDocument } from '@kazna/contract/cabinet/info';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { lazy } from '../format/numbers.ts';
import { keys } from './keys.ts';

export function infoQuery() {
  return queryOptions({ queryKey: keys.info, queryFn: () => call(getInfo) });
}

export function legalTextQuery(document: LegalDocument) {
  return queryOptions({
    queryKey: keys.legalText(document),
    queryFn: () => call(getLegalText, { params: { document } }),
    // The page shows the title itself.
    select: (text) => ({ ...text, markdown: text.markdown.replace(/^# .+$/m, '') }),
  });
}

const longDate = lazy(
  () => new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Versions are usually dates, but the business may number its texts otherwise. */
export function versionLine(version: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return `Версия ${version}`;
  return `Версия от ${longDate().format(new Date(version)).replace(' г.', '')}`;
}
