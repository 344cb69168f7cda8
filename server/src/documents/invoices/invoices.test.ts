import { createHash, randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { getBusiness, updateBusiness } from '@kazna/contract/admin/business';
import {
  cancelInvoice,
  createInvoice,
  getDocumentFile,
  getInvoice,
  getInvoiceReadiness,
  listDocuments,
} from '@kazna/contract/cabinet/documents';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { businessBody, newCompany, newInvoice, plantInvoice, setBusiness } from '../../../tests/support/business.ts';
import { signedInPerson } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';

const app = appForThisFile();
let version = 0;

const ask = (token: string, body: object = { amountMinor: 1000, currency: 'RUB' }, key: string = randomUUID()) =>
  app.call(createInvoice, { body } as never, { token, headers: { 'idempotency-key': key } });
/** Changes what the business says and returns to what it was. */
async function changeBusiness(changes: object): Promise<void> {
  await setBusiness(app, changes, version);
  version = (await app.call(getBusiness, {}, { token: (await newStaff(app, 'support')).token })).body.version;
}
const readinessFor = async ({ token }: { token: string }) =>
  (await app.call(getInvoiceReadiness, {}, { token })).body.readiness;
const fileOf = (token: string, documentId: string) =>
  app.app.inject({
    url: getDocumentFile.path.replace('{documentId}', documentId),
    headers: { authorization: `Bearer ${token}` },
  });

test('without requisites of the business no invoice is made', async () => {
  const company = await newCompany(app);
  expect(await ask(company.token)).toMatchObject({ status: 409, body: { code: 'invoices_not_ready' } });
  expect(await readinessFor(company)).toBe('invoices_not_ready');
});

describe('with requisites', () => {
  beforeAll(() => changeBusiness({}));

  test('an invoice has its number, VAT, purpose, requisites of both sides and a code to scan', async () => {
    const company = await newCompany(app);
    const invoice = await newInvoice(app, company, 12_000_000);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^КЗ-\d{6}$/),
      amountMinor: 12_000_000,
      paidMinor: 0,
      status: 'open',
      vat: 22,
      vatMinor: 2_163_934,
      seller: { name: 'ООО «Казна»', inn: '7707083893' },
      buyer: { name: 'ООО «Ромашка»', inn: company.inn },
      bank: { bik: '044525225', account: '40702810138250123017' },
    });
    const [year, month, day] = invoice.day.split('-');
    expect(invoice.purpose).toBe(
      `Оплата по счёту № ${invoice.number} от ${day}.${month}.${year}. Пополнение баланса. В т.ч. НДС 22% 21639-34`,
    );
    expect(invoice.qr.length).toBe(invoice.qr[0]?.length);
    expect(Date.parse(invoice.dueAt) - Date.parse(`${invoice.day}T00:00:00+03:00`)).toBe(6 * 86_400_000 - 1000);
  });

  test('the description that a customer typed is not part of the purpose of an invoice', async () => {
    const { token } = await newCompany(app);
    const description = 'КЗ-000001 | Sum=1';
    const { body } = await ask(token, { amountMinor: 1000, currency: 'RUB', description });
    expect(body.description).toBe(description);
    expect(body.purpose).not.toContain('Sum');
  });

  test('numbers of invoices are not repeated and have no gaps, however many are made at once', async () => {
    const companies = await Promise.all(Array.from({ length: 4 }, () => newCompany(app)));
    const invoices = await Promise.all(
      companies.flatMap((company) => [1, 2, 3, 4].map(() => newInvoice(app, company))),
    );
    const numbers = invoices.map(({ number }) => Number(number.slice(3))).toSorted((one, other) => one - other);
    const first = numbers[0] as number;
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
  });

  test('the same idempotency key answers the same invoice, also when both calls come at once', async () => {
    const { token } = await newCompany(app);
    const key = randomUUID();
    const body = { amountMinor: 5000, currency: 'RUB' };
    const [one, two] = await Promise.all([ask(token, body, key), ask(token, body, key)]);
    expect(one.body.id).toBe(two.body.id);
    expect(await ask(token, { ...body, amountMinor: 1 }, key)).toMatchObject({ status: 422 });
    expect((await app.call(listDocuments, {}, { token })).body.items).toHaveLength(1);
  });

  test('an organization without ИНН gets no invoice, and no invoice is made in dollars', async () => {
    const person = await signedInPerson(app);
    expect(await ask(person.token)).toMatchObject({ status: 409, body: { code: 'requisites_required' } });
    expect(await readinessFor(person)).toBe('requisites_required');
    const { token } = await newCompany(app);
    const inDollars = { amountMinor: 1000, currency: 'USD' };
    expect(await ask(token, inDollars)).toMatchObject({ status: 409, body: { code: 'currency_disabled' } });
  });

  test('an organization has at most 100 unpaid invoices', async () => {
    const company = await newCompany(app);
    const { id } = await newInvoice(app, company);
    await app.db.queryText(
      `insert into invoices (id, organization_id, number, match_key, amount_minor, currency, data, due_at, created_by)
       select gen_random_uuid(), organization_id, 'Т-' || n, 'Т' || n, 100, 'RUB', data, due_at, created_by
       from invoices, generate_series(1, 99) n where id = $1`,
      [id],
    );
    expect(await ask(company.token)).toMatchObject({ status: 409, body: { code: 'too_many_invoices' } });
  });

  test('a person makes 60 invoices an hour: the next is refused for a while and takes no number', async () => {
    const company = await newCompany(app);
    const cancel = async (invoiceId: string) =>
      (await app.call(cancelInvoice, { params: { invoiceId } }, { token: company.token })).status;
    expect(await cancel((await newInvoice(app, company)).id)).toBe(200);
    // As if 59 more followed.
    const subject = createHash('sha256').update(company.id).digest('base64url').slice(0, 24);
    await app.db.queryText('update throttle_counters set hits = 60 where bucket like $1', [`%:${subject}`]);
    const numbers = async () => (await app.db.queryText('select * from document_counters order by 1')).rows;
    const before = await numbers();
    const refused = await ask(company.token);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await numbers()).toEqual(before);
    const planted = await plantInvoice(app, company.organizationId, company.id);
    expect(await cancel(planted)).toBe(429);
    await newInvoice(app, await newCompany(app));
  });

  test('an invoice is canceled once, and not after money has come', async () => {
    const company = await newCompany(app);
    const [one, two] = [await newInvoice(app, company), await newInvoice(app, company)];
    const cancel = (invoiceId: string) => app.call(cancelInvoice, { params: { invoiceId } }, { token: company.token });
    expect(await cancel(one.id)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await cancel(one.id)).toMatchObject({ status: 409, body: { code: 'invoice_not_open' } });
    await app.db.queryText('update invoices set paid_minor = 1 where id = $1', [two.id]);
    expect(await cancel(two.id)).toMatchObject({ status: 409, body: { code: 'invoice_not_open' } });
  });

  test('the status of an invoice follows from what was paid and from the due time', async () => {
    const company = await newCompany(app);
    const { id: invoiceId } = await newInvoice(app, company, 1000);
    const statusAfter = async (paid: number) => {
      await app.db.queryText('update invoices set paid_minor = $2 where id = $1', [invoiceId, paid]);
      return (await app.call(getInvoice, { params: { invoiceId } }, { token: company.token })).body.status;
    };
    expect([await statusAfter(0), await statusAfter(999), await statusAfter(1000), await statusAfter(1001)]).toEqual([
      ...['open', 'partly_paid', 'paid', 'paid'],
    ]);
    await app.db.transaction(async (tx) => {
      await tx.queryText('set local session_replication_role = replica');
      await tx.queryText("update invoices set due_at = now() - interval '1 hour' where id = $1", [invoiceId]);
    });
    expect([await statusAfter(0), await statusAfter(1)]).toEqual(['overdue', 'partly_paid']);
  });

  test('documents are listed by period and page', async () => {
    const company = await newCompany(app);
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push((await newInvoice(app, company)).id);
    const list = async (query: object) =>
      (await app.call(listDocuments, { query } as never, { token: company.token })).body;
    const first = await list({ limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect((await list({ limit: 2, cursor: first.nextCursor })).items.map(({ id }) => id)).toEqual([made[0]]);
    expect((await list({ period: '2001-01' })).items).toEqual([]);
    expect((await list({ kind: 'invoice' })).items).toHaveLength(3);
  });

  test('a change of requisites and tax reaches no invoice that exists, neither its data nor its file', async () => {
    const company = await newCompany(app);
    const before = await newInvoice(app, company);
    const fileBefore = await fileOf(company.token, before.id);
    await changeBusiness({ name: 'ООО «Новая казна»', taxPeriods: [{ from: '2020-01-01', regime: 'usn', vat: null }] });
    const after = await newInvoice(app, company);
    expect(after).toMatchObject({ seller: { name: 'ООО «Новая казна»' }, vat: null, vatMinor: 0 });
    expect(after.purpose).toMatch(/Без НДС$/);
    const params = { invoiceId: before.id };
    expect((await app.call(getInvoice, { params }, { token: company.token })).body).toEqual(before);
    expect((await fileOf(company.token, before.id)).rawPayload.equals(fileBefore.rawPayload)).toBe(true);
    await expect(app.db.queryText("update invoice_files set pdf = ''")).rejects.toThrow('does not change');
    await expect(app.db.queryText('update invoices set amount_minor = 1 where id = $1', [before.id])).rejects.toThrow();
    await changeBusiness({});
  });

  test('the tax of an invoice is the one in force on its day, not a later one', async () => {
    const taxPeriods = [
      { from: '2098-01-01', regime: 'osno', vat: 22 },
      { from: '2020-01-01', regime: 'usn', vat: 5 },
      { from: '2019-01-01', regime: 'usn', vat: null },
    ];
    await changeBusiness({ taxPeriods });
    expect(await newInvoice(app, await newCompany(app), 12_000_000)).toMatchObject({ vat: 5, vatMinor: 571_429 });
    await changeBusiness({ taxPeriods: [{ from: '2098-01-01', regime: 'osno', vat: 22 }] });
    const company = await newCompany(app);
    expect(await ask(company.token)).toMatchObject({ body: { code: 'invoices_not_ready' } });
    expect(await readinessFor(company)).toBe('invoices_not_ready');
    await changeBusiness({});
    expect(await readinessFor(company)).toBe('ready');
  });

  test('the file of an invoice is a PDF that stays the same, and another organization does not get it', async () => {
    const company = await newCompany(app);
    const { id } = await newInvoice(app, company);
    const [one, two] = await Promise.all([fileOf(company.token, id), fileOf(company.token, id)]);
    expect(one.headers['content-type']).toBe('application/pdf');
    expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
    expect((await fileOf((await newCompany(app)).token, id)).statusCode).toBe(404);
  });
});

test('of two members of staff who change the requisites of the business at once one is refused, and each change is logged once', async () => {
  const staff = await newStaff(app, 'admin', 'Ада');
  const { body: current } = await app.call(getBusiness, {}, { token: staff.token });
  const change = (name: string) =>
    app.call(
      updateBusiness,
      { body: { version: current.version, data: { ...businessBody, name } } },
      { token: staff.token },
    );
  const answers = await Promise.all([change('ООО «Первая»'), change('ООО «Вторая»')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await app.call(getBusiness, {}, { token: staff.token })).body).toMatchObject({ changedBy: 'Ада' });
  const { body } = await app.call(listAllAudit, { query: { actorId: staff.id } }, { token: staff.token });
  expect(body.items.map(({ action, details }) => [action, details.fields])).toEqual([['business.changed', 'name']]);
});
