import { type Document, listDocuments } from '@kazna/contract/cabinet/documents';
import { beforeEach } from 'vitest';
import { makeMonthlyDocuments } from '../../src/documents/monthly/make-monthly-documents.ts';
import { type Company, newCompany } from './business.ts';
import { charged, importPast, type PastMovement, paid } from './past-movements.ts';

type App = Parameters<typeof newCompany>[0];

/** Closes months of companies whose charges were given back. Each test of the file begins with no month closed. */
export function closedMonthsForThisFile(app: App) {
  const errors: string[] = [];
  beforeEach(async () => {
    errors.length = 0;
    // Organizations of earlier tests take no part in the months of this one.
    await app.db.queryText('update organizations set inn = null');
    for (const table of ['closing_runs', 'closing_progress', 'closing_failures'])
      await app.db.queryText(`delete from ${table}`);
  });

  /** Movements come as time goes on; returns the id of the first one's transfer. */
  const move = async ({ organizationId }: Company, ...past: PastMovement[]) =>
    (await importPast(app, organizationId, past))[0] as string;

  async function chargedCompany(day: string, amountMinor: number): Promise<Company & { charged: string }> {
    const company = await newCompany(app);
    await move(company, paid);
    return { ...company, charged: await move(company, charged(day, amountMinor)) };
  }

  const runOn = (day: string) =>
    makeMonthlyDocuments(app.db, ({ message }) => errors.push(message), new Date(`${day}T09:00:00+03:00`));

  /** Oldest first, each with its revisions. */
  const months = async ({ token }: Company): Promise<Document[]> => {
    const { items } = (await app.call(listDocuments, { query: { limit: 100 } }, { token })).body;
    const keyOf = ({ period, revision }: Document) => `${period} ${revision}`;
    return items
      .filter(({ kind }) => kind === 'act' || kind === 'upd')
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  };

  const said = async (company: Company) =>
    (await months(company)).map(({ period, revision, amountMinor }) => [period, revision, amountMinor]);

  return { errors, move, chargedCompany, runOn, months, said };
}
