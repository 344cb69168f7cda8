import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsentDocument, type LegalDocument, legalDocuments } from '@kazna/contract/cabinet/info';

interface LegalText {
  document: LegalDocument;
  version: string;
  title: string;
  markdown: string;
}

export type LegalTexts = Record<LegalDocument, LegalText>;

/**
 * Reads the texts that the business may replace. A file is Markdown: a first line `version: 2026-11-16`, then the text,
 * whose `# heading` is the title. `{{operator.name}}` and `{{operator.email}}` are filled in from the configuration.
 */
export function readLegalTexts(directory: string, business: { name: string; email: string }): LegalTexts {
  const read = (document: LegalDocument): LegalText => {
    const path = join(directory, `${document}.md`);
    const [, version, body = ''] = /^version: *(\S+)\s+([\s\S]+)$/.exec(readFileSync(path, 'utf8')) ?? [];
    const title = /^# +(.+)$/m.exec(body)?.[1];
    if (!version || !title) throw new Error(`${path} must begin with "version: …" and hold a "# title"`);
    const markdown = body
      .replaceAll('{{operator.name}}', business.name)
      .replaceAll('{{operator.email}}', business.email);
    return { document, version, title, markdown: markdown.trim() };
  };
  return Object.fromEntries(legalDocuments.map((document) => [document, read(document)])) as LegalTexts;
}

export function documentVersions(texts: LegalTexts): Record<ConsentDocument, string> {
  return { offer: texts.offer.version, 'personal-data': texts['personal-data'].version };
}
