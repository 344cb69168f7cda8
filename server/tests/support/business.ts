import { randomUUID } from 'node:crypto';
import { type Business, type Signer, updateBusiness } from '@kazna/contract/admin/business';
import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { createInvoice, type Invoice } from '@kazna/contract/cabinet/documents';
import { makeInvoiceData } from '../../src/documents/invoices/invoice-data.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';
import { companyBody, openCompany, type SignedIn, signedInPerson } from './organizations.ts';
import { newStaff } from './staff.ts';

export const ownAccount = '40702810138250123017';

export const businessBody: Business = {
  kind: 'company',
  name: 'ООО «Казна»',
  inn: '7707083893',
  kpp: '771401001',
  ogrn: '1027700132195',
  address: '125009, г. Москва, ул. Тверская, д. 1',
  phone: '+7 495 000-00-00',
  bankAccounts: [
    {
      bankName: 'ПАО СБЕРБАНК',
      bank: { bik: '044525225', account: ownAccount, correspondentAccount: '30101810400000000225' },
    },
  ],
  taxPeriods: [{ from: '2020-01-01', regime: 'osno', vat: 22 }],
  director: { title: 'Генеральный директор', name: 'Иванов И. И.' },
  accountantName: null,
  invoicePrefix: 'КЗ',
  invoiceDays: 5,
};

export async function setBusiness(app: TestApp, changes: Partial<Business> = {}, version = 0): Promise<void> {
  const { token } = await newStaff(app, 'admin');
  const data = { ...businessBody, ...changes } as Business;
  const { status, body } = await app.call(updateBusiness, { body: { version, data } }, { token });
  if (status !== 200) throw new Error(`the business answered ${status} ${JSON.stringify(body)}`);
}

export interface Company extends SignedIn {
  organizationId: string;
  inn: string;
}

export async function newCompany(app: TestApp, inn?: string): Promise<Company> {
  const owner = await signedInPerson(app);
  const body = companyBody(inn);
  const { id: organizationId } = await openCompany(app, owner, body);
  const entered = await app.call(refreshWithOrganization, { query: { organizationId } }, { token: owner.refreshToken });
  return { ...owner, token: entered.body.accessToken, organizationId, inn: body.inn };
}

export async function newInvoice(app: TestApp, { token }: Company, amountMinor = 120_000): Promise<Invoice> {
  const { status, body } = await app.call(
    createInvoice,
    { body: { amountMinor, currency: 'RUB' } },
    { token, headers: { 'idempotency-key': randomUUID() } },
  );
  if (status !== 201) throw new Error(`the invoice answered ${status} ${JSON.stringify(body)}`);
  return body;
}

export function invoiceFileName({ number, day }: Pick<Invoice, 'number' | 'day'>): string {
  return `Счёт ${number} от ${day.split('-').reverse().join('.')}.pdf`;
}

/** For scenes where staff do not matter. */
export async function ensureBusiness({ db }: TestApp): Promise<number> {
  await db.queryText(
    `insert into business_versions (version, data, created_by) select 1, $1, gen_random_uuid()
     where not exists (select from business_versions)`,
    [JSON.stringify(businessBody)],
  );
  const { rows } = await db.queryText('select max(version) as version from business_versions');
  return rows[0]?.version as number;
}

/** A row without its makers. */
export async function plantInvoice(app: TestApp, organizationId: string, createdBy: string): Promise<string> {
  const terms = { number: 'Т-000001', amountMinor: 1000, currency: 'RUB' as const, description: null };
  const buyer = { name: 'ООО «Ромашка»', inn: '7736050003', kpp: null, address: null };
  const data = makeInvoiceData(businessBody, buyer, { ...terms, day: '2026-02-01', dueDay: '2026-02-06' });
  const { rows } = await app.db.queryText(
    `insert into invoices (id, organization_id, number, match_key, amount_minor, currency, data, due_at, created_by)
     values ($1, $2, $3, $3, 1000, 'RUB', $4, now() + interval '5 days', $5) returning id`,
    [uuidv7(), organizationId, randomUUID(), JSON.stringify(data), createdBy],
  );
  return rows[0]?.id as string;
}

const signer: Signer = {
  surname: 'Иванов',
  firstName: 'Иван',
  patronymic: 'Иванович',
  title: 'Генеральный директор',
  powers: { kind: 'signature' },
};
export const exchangeOfSeller = { edo: '2BM-7707083893-771401001', signer };

/** Both sides say what files of electronic exchange need. */
export async function readyForExchange(app: TestApp, organizationId: string): Promise<void> {
  const version = await ensureBusiness(app);
  await app.db.queryText(
    `insert into business_versions (version, data, created_by)
     select version + 1, data || $2, created_by from business_versions where version = $1 and not data ? 'edo'`,
    [version, JSON.stringify(exchangeOfSeller)],
  );
  await app.db.queryText("update organizations set edo = '2LT-11002284301' where id = $1", [organizationId]);
}
