import {
  type BankStatement,
  postBankStatement,
  undoBankStatement,
  uploadBankStatement,
} from '@kazna/contract/admin/bank-statements';
import type { Decision } from '@kazna/contract/admin/statement-decisions';
import {
  readStatementFile,
  type StatementFile,
} from '../../src/documents/bank-statements/format/read-statement-file.ts';
import { postStatement as post } from '../../src/documents/bank-statements/post-statement.ts';
import { previewStatement } from '../../src/documents/bank-statements/preview-statement.ts';
import type { Refusal, Result, TestApp } from './app.ts';
import { businessBody, type Company, ensureBusiness, newInvoice, ownAccount } from './business.ts';
import { type WrittenDocument, writeStatement } from './statement-writer.ts';

const ours = { account: ownAccount, name: businessBody.name, inn: businessBody.inn, bik: '044525225' };
let numbers = 0;

/** A transfer to the business, by default one of its own. */
export function transfer(payerInn: string, changes: Partial<WrittenDocument> = {}): WrittenDocument {
  numbers += 1;
  return {
    number: String(numbers),
    day: '2026-02-01',
    amountMinor: 120_000,
    payer: { account: '40702810900000000001', name: 'ООО "Ромашка"', inn: payerInn, bik: '044525593' },
    payee: ours,
    purpose: 'Оплата',
    ...changes,
  };
}

interface Uploaded {
  status: number;
  body: BankStatement & { code?: string };
}

export async function uploadStatement(app: TestApp, token: string, bytes: Uint8Array): Promise<Uploaded> {
  const response = await app.app.inject({
    method: 'POST',
    url: uploadBankStatement.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  return { status: response.statusCode, body: response.json() };
}

type Answered = Promise<Result<BankStatement & Refusal>>;

export function postStatement(app: TestApp, token: string, statementId: string, decisions: Decision[] = []): Answered {
  return app.call(postBankStatement, { params: { statementId }, body: { decisions } }, { token });
}

export function undoStatement(app: TestApp, token: string, statementId: string): Answered {
  return app.call(undoBankStatement, { params: { statementId }, body: { reason: 'Не тот файл' } }, { token });
}

/** A transfer for an invoice of the company, by way of a posted statement. Returns the statement's id. */
export async function creditByBank(
  app: TestApp,
  token: string,
  company: Company,
  amountMinor: number,
  changes: Partial<WrittenDocument> = {},
): Promise<string> {
  const { purpose } = await newInvoice(app, company, amountMinor);
  const file = writeStatement([transfer(company.inn, { purpose, amountMinor, ...changes })]);
  const { body } = await uploadStatement(app, token, file);
  const { status } = await postStatement(app, token, body.id);
  if (status !== 200) throw new Error(`posting answered ${status}`);
  return body.id;
}

/** A statement of one stranger's transfer, uploaded or posted without the routes; returns the id of its receipt too. */
export async function plantStatement(
  app: TestApp,
  userId: string,
  isPosted: boolean,
): Promise<{ statementId: string; receiptId: string }> {
  await ensureBusiness(app);
  const actor = { id: userId, address: '127.0.0.1' };
  const statementId = await app.db.transaction(async (tx) => {
    const file = readStatementFile(writeStatement([transfer('7736050003')]), [
      { value: ownAccount, lastDay: null },
    ]) as StatementFile;
    const id = await previewStatement(tx, userId, file);
    if (isPosted) await post(tx, actor, id, []);
    return id;
  });
  const { rows } = await app.db.queryText('select id from bank_receipts where statement_id = $1', [statementId]);
  return { statementId, receiptId: rows[0]?.id as string };
}

/** A transfer credited to the organization, without the ledger. */
export async function plantTransfer(app: TestApp, organizationId: string, userId: string): Promise<string> {
  const { receiptId } = await plantStatement(app, userId, true);
  const credited =
    "update bank_receipts set status = 'credited', organization_id = $2, credited_at = now() where id = $1";
  await app.db.queryText(credited, [receiptId, organizationId]);
  return receiptId;
}
