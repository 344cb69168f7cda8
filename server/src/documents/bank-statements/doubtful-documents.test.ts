import type { Decision } from '@kazna/contract/admin/statement-decisions';
import { businessDay } from '@kazna/contract/shared/business-time';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { addDays } from '../calendar.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
});

const upload = async (documents: WrittenDocument[]) =>
  (await uploadStatement(app, staff.token, writeStatement(documents))).body;

test('two decisions for one document in one request are refused, and nothing is posted', async () => {
  const [one, two] = [await newCompany(app), await newCompany(app)];
  const { id, incoming } = await upload([transfer('7736050003')]);
  const documentId = incoming[0]?.id as string;
  const credit = ({ organizationId }: { organizationId: string }): Decision => ({
    ...{ documentId, action: 'credit', organizationId, invoiceId: null },
  });
  expect(await postStatement(app, staff.token, id, [credit(one), credit(two)])).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  expect(await postStatement(app, staff.token, id, [credit(one)])).toMatchObject({ status: 200 });
});

test('a document dated in the future is not credited by itself, says so, and is credited when staff decide', async () => {
  const company = await newCompany(app);
  const invoices = [await newInvoice(app, company), await newInvoice(app, company)];
  const today = businessDay(new Date());
  const documents = [
    transfer(company.inn, { purpose: invoices[0]?.purpose as string, day: '2099-01-31' }),
    transfer(company.inn, { purpose: invoices[0]?.purpose as string, day: addDays(today, 2) }),
    // A bank east of Moscow is a day ahead for some hours.
    transfer(company.inn, { purpose: invoices[1]?.purpose as string, day: addDays(today, 1) }),
  ];
  const { id, incoming } = await upload(documents);
  expect(incoming.map(({ match }) => match.kind)).toEqual(['suggestion', 'suggestion', 'invoice']);
  expect(incoming[0]?.match).toMatchObject({
    why: 'Дата в будущем: 31.01.2099. Проверьте документ в банке',
    invoiceId: invoices[0]?.id,
    organizationId: company.organizationId,
  });
  const decision: Decision = {
    ...{ documentId: incoming[1]?.id as string, action: 'credit' },
    ...{ organizationId: company.organizationId, invoiceId: null },
  };
  const { body } = await postStatement(app, staff.token, id, [decision]);
  expect(body.incoming.map(({ receipt }) => receipt?.status)).toEqual(['unidentified', 'credited', 'credited']);
});

test('a document of the future without an invoice or an organization says that its date is in the future', async () => {
  const { incoming } = await upload([transfer('7736050003', { day: '2099-01-31' })]);
  expect(incoming[0]?.match).toMatchObject({
    kind: 'none',
    why: expect.stringMatching(/^Дата в будущем: 31\.01\.2099/),
  });
});
