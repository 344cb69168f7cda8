import { getInfo, getLegalText, type Operator } from '@kazna/contract/info';
import type { Api } from '../http/api.ts';
import type { LegalTexts } from './legal-texts.ts';

export function infoRoutes(api: Api, operator: Operator, texts: LegalTexts): void {
  api.on(getInfo, async () => ({
    operator,
    documents: Object.values(texts).map(({ document, version, title }) => ({ document, version, title })),
  }));
  api.on(getLegalText, async ({ params }) => texts[params.document]);
}
