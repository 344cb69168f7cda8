import { openDatabase } from '../../server/src/platform/db/database.ts';
import { sql } from '../../server/src/platform/db/sql.ts';
import { transfer } from '../../server/tests/support/bank-statements.ts';
import { type WrittenDocument, writeStatement } from '../../server/tests/support/statement-writer.ts';
import { operator } from '../harness/operator.ts';
import type { Demo, Sessions } from './actors.ts';
import { type Call, callsOf } from './call.ts';
import type { Ids } from './ids.ts';

const customerInn = '7707083893';
const strangerInn = '7701001020';

interface Invoice {
  id: string;
  purpose: string;
}

/** An invoice and a statement of every state, and a reconciliation, beside what the demo has. */
export async function fillDocuments({ url, company }: Demo, sessions: Sessions, databaseUrl: string): Promise<Ids> {
  const [owner, admin] = [callsOf(url, sessions.owner), callsOf(url, sessions.admin)];
  const ask = (amountMinor: number, description: string) =>
    owner<Invoice>('POST', '/api/invoices', { amountMinor, currency: 'RUB', description });
  const overdue = await ask(4_500_000, 'Доступ к сервису');
  const paid = await ask(12_000_005, 'Услуги за октябрь');
  const partly = await ask(30_000_000, 'Аванс на первый квартал');
  const canceled = await ask(990_000, 'Лишний счёт');
  const open = await ask(15_000_050, 'Услуги за ноябрь по договору № 17/2026');
  await owner('POST', `/api/invoices/${canceled.id}/cancel`);
  await makeOverdue(databaseUrl, overdue.id);
  await owner('POST', '/api/documents/reconciliations', { from: firstDay(3), to: lastDay(1) });
  await admin('POST', '/api/auth/confirm', { currentPassword: operator.password });
  const statements = await postStatements(admin, { paid, partly, open });
  await askForReturns(owner, admin, company);
  await owner('PATCH', `/api/organizations/${company}`, { edo: '2LT-11002284301' });
  return {
    ...{ invoicePaid: paid.id, invoicePartly: partly.id, invoiceOverdue: overdue.id },
    ...{ invoiceCanceled: canceled.id, invoiceOpen: open.id },
    ...statements,
  };
}

/** One of every state. */
async function askForReturns(owner: Call, admin: Call, company: string): Promise<void> {
  const ask = (amountMinor: number, comment?: string) =>
    owner<{ id: string }>('POST', `/api/organizations/${company}/bank-returns`, {
      ...{ amountMinor, currency: 'RUB', ...(comment && { comment }) },
    });
  const sent = await ask(1_500_000);
  const declined = await ask(250_000, 'На счёт в другом банке');
  await ask(4_200_050, 'Договор № 17/2026 расторгнут');
  await admin('POST', `/api/admin/bank-returns/${sent.id}/returned`, { orderNumber: '1482' });
  const reason = 'Возвращаем только на счёт, с которого пришли деньги';
  await admin('POST', `/api/admin/bank-returns/${declined.id}/declined`, { reason });
}

async function postStatements(admin: Call, invoices: Record<'paid' | 'partly' | 'open', Invoice>): Promise<Ids> {
  const upload = (documents: WrittenDocument[]) =>
    admin<{ id: string }>('POST', '/api/admin/bank-statements', writeStatement(documents));
  const post = ({ id }: { id: string }) => admin('POST', `/api/admin/bank-statements/${id}/post`, { decisions: [] });
  const payer = { account: '40702810900000000001', name: 'ООО "Северный ветер"', inn: customerInn, bik: '044525593' };
  const stranger = { ...payer, name: 'ООО "Поставка и монтаж оборудования"', inn: strangerInn };
  const from = (changes: Partial<WrittenDocument>) => transfer(customerInn, { payer, day: day(2), ...changes });
  const posted = await upload([
    from({ purpose: invoices.paid.purpose, amountMinor: 12_000_005 }),
    from({ purpose: invoices.partly.purpose, amountMinor: 10_000_000 }),
    from({ payer: stranger, purpose: 'Оплата по договору поставки, в том числе НДС 22 %', amountMinor: 8_450_000 }),
    from({ payer: stranger, purpose: 'Возврат займа по договору № 4', amountMinor: 25_000_000 }),
  ]);
  await post(posted);
  const undone = await upload([from({ purpose: 'Предоплата', amountMinor: 700_000, day: day(3) })]);
  await post(undone);
  await admin('POST', `/api/admin/bank-statements/${undone.id}/undo`, { reason: 'Загружена не та выписка' });
  const preview = await upload([
    from({ purpose: invoices.open.purpose, amountMinor: 15_000_050, day: day(1) }),
    from({ purpose: 'За услуги', amountMinor: 1_200_000, day: day(1) }),
    from({ payer: stranger, purpose: 'Оплата по письму от 12.11', amountMinor: 310_000, day: day(1) }),
    from({
      purpose: 'Арендная плата',
      payee: stranger,
      payer: transfer('').payee,
      amountMinor: 9_000_000,
      day: day(1),
    }),
  ]);
  await returnOne(admin);
  return { statementPosted: posted.id, statementUndone: undone.id, statementPreview: preview.id };
}

async function returnOne(admin: Call): Promise<void> {
  const { items } = await admin<{ items: { id: string }[] }>('GET', '/api/admin/bank-receipts');
  const body = { orderNumber: '118', reason: 'Плательщик просил вернуть' };
  await admin('POST', `/api/admin/bank-receipts/${items[0]?.id}/return`, body);
}

/** Invoices are frozen by a trigger, which a replica does not run. */
async function makeOverdue(databaseUrl: string, invoiceId: string): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const earlier = sql`created_at = created_at - interval '14 days', due_at = due_at - interval '14 days'`;
  try {
    await db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update invoices set ${earlier} where id = ${invoiceId}`);
    });
  } finally {
    await db.close();
  }
}

const iso = (date: Date) => date.toISOString().slice(0, 10);
const day = (daysAgo: number) => iso(new Date(Date.now() - daysAgo * 86_400_000));
const monthStart = (monthsAgo: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
};
const firstDay = (monthsAgo: number) => iso(monthStart(monthsAgo));
const lastDay = (monthsAgo: number) => iso(new Date(monthStart(monthsAgo - 1).getTime() - 86_400_000));
