import { getInfo, getLegalText, type Operator } from '@kazna/contract/cabinet/info';
import type { Currency } from '@kazna/contract/shared/money';
import type { Api } from '../platform/http/api.ts';
import type { LegalTexts } from './legal-texts.ts';

export interface InfoContext {
  business: Operator;
  currencies: Currency[];
  texts: LegalTexts;
}

export function infoRoutes(api: Api, { business, currencies, texts }: InfoContext): void {
  api.on(getInfo, async () => ({
    operator: business,
    currencies,
    documents: Object.values(texts).map(({ document, version, title }) => ({ document, version, title })),
  }));
  api.on(getLegalText, async ({ params }) => texts[params.document]);
}
