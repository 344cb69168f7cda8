import { listAudit } from '@kazna/contract/cabinet/audit';
import { sendDocument } from '@kazna/contract/cabinet/documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { type Company, invoiceFileName, newCompany, newInvoice, setBusiness } from '../../tests/support/business.ts';
import { findAttachment, listLetters } from '../platform/mail/mailbox-store.ts';
import { mailDocument } from './send-document.ts';

const app = appForThisFile();
beforeAll(() => setBusiness(app));

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `buh-${addresses}@example.ru`;
};
const send = ({ token }: Company, documentId: string, email: string) =>
  app.call(sendDocument, { params: { documentId }, body: { email } }, { token });

test('an invoice reaches any address with its PDF attached, byte for byte what the cabinet downloads', async () => {
  const company = await newCompany(app);
  const { id, number, day } = await newInvoice(app, company);
  const email = newAddress();
  expect((await send(company, id, email)).status).toBe(204);
  const letter = await app.letter(email, `Счёт № ${number}`);
  expect(letter.text).toContain('ООО «Ромашка»');
  expect(letter.text.replaceAll('\u00a0', ' ')).toContain(`счёт № ${number} на 1 200,00 ₽`);
  expect(letter.attachments).toEqual([{ name: invoiceFileName({ number, day }), bytes: expect.any(Number) }]);
  const file = await findAttachment(app.db, letter.id, '1');
  const headers = { authorization: `Bearer ${company.token}` };
  const downloaded = await app.app.inject({ url: `/api/documents/${id}/file`, headers });
  expect(file?.content.equals(downloaded.rawPayload)).toBe(true);
});

test('a letter with a document names no person and has no link: only its file comes from the sender', async () => {
  const company = await newCompany(app);
  const { id, number } = await newInvoice(app, company);
  const email = newAddress();
  await send(company, id, email);
  const { text, html } = await app.letter(email, `Счёт № ${number}`);
  expect(text).not.toContain(company.email);
  expect(text + html).not.toContain('http');
});

test('the audit log says which document went to which domain, and not to which person', async () => {
  const company = await newCompany(app);
  const { id, number } = await newInvoice(app, company);
  await send(company, id, 'tajnyj-adresat@buh.example.ru');
  const { organizationId, token } = company;
  const { body } = await app.call(listAudit, { params: { organizationId } }, { token });
  const entry = body.items.find(({ action }) => action === 'document.sent');
  expect(entry?.details).toEqual({ document: `Счёт № ${number}`, domain: 'buh.example.ru' });
  expect(JSON.stringify(body)).not.toContain('tajnyj-adresat');
});

test("another organization's document is not sent, and answers as a missing one", async () => {
  const [company, stranger] = await Promise.all([newCompany(app), newCompany(app)]);
  const { id } = await newInvoice(app, company);
  const email = newAddress();
  expect(await send(stranger, id, email)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { rows } = await app.db.queryText("select from pgboss.job where data ->> 'email' = $1", [email]);
  expect(rows).toEqual([]);
});

test('one person sends 30 documents a day at most, and one address gets 20', async () => {
  const company = await newCompany(app);
  const { id } = await newInvoice(app, company);
  const flooded = newAddress();
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await send(company, id, flooded)).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  const others = [];
  for (let count = 0; count < 11; count += 1) others.push((await send(company, id, newAddress())).status);
  expect(others.filter((status) => status === 204)).toHaveLength(10);
  expect(others.at(-1)).toBe(429);
});

test('a member removed before the letter with a document left sends nothing in the name of the organization', async () => {
  const company = await newCompany(app);
  const { id: documentId } = await newInvoice(app, company);
  const email = newAddress();
  const { organizationId, id: userId } = company;
  const sent: string[] = [];
  const context = { db: app.db, mailer: { send: async (to: string) => void sent.push(to) }, supportEmail: 'a@b.ru' };
  const letter = { organizationId, documentId, userId, email };
  await mailDocument(context, letter);
  expect(sent).toEqual([email]);
  await app.db.queryText('delete from memberships where user_id = $1', [userId]);
  await mailDocument(context, letter);
  expect(sent).toEqual([email]);
  expect(await listLetters(app.db, email, 1)).toEqual([]);
});
