import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConsentKind, consentKinds, type LegalDocument, legalDocuments } from '@kazna/contract/cabinet/info';

interface LegalText {
  document: LegalDocument;
  version: string;
  title: string;
  markdown: string;
}

const ownTexts = resolve(import.meta.dirname, '../../texts');

export type LegalTexts = Record<LegalDocument, LegalText>;

/**
 * Reads the texts that the business may replace. A file is Markdown: a first line `version: 2026-11-16`, then the text,
 * whose `# heading` is the title. `{{operator.name}}` and `{{operator.email}}` are filled in from the configuration.
 */
export function readLegalTexts(directory: string, business: { name: string; email: string }): LegalTexts {
  const read = (document: LegalDocument): LegalText => {
    const own = join(directory, `${document}.md`);
    // A text that the business has not replaced is ours.
    const path = existsSync(own) ? own : join(ownTexts, `${document}.md`);
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

export function documentVersions(texts: LegalTexts): Record<ConsentKind, string> {
  return Object.fromEntries(consentKinds.map((kind) => [kind, texts[kind].version])) as Record<ConsentKind, string>;
}
