import { setCreditLimit } from '@kazna/contract/admin/balance';
import { declineBankReturn, markBankReturned } from '@kazna/contract/admin/bank-returns';
import { assignReceipt, returnReceipt } from '@kazna/contract/admin/bank-statements';
import { resolvePayment } from '@kazna/contract/admin/payments';
import { requestBankReturn } from '@kazna/contract/cabinet/bank-returns';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { cancelPayment } from '@kazna/contract/cabinet/payments';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { type BatchResult, createCharge, createChargeBatch, refundCharge } from '@kazna/contract/v1/charges';
import { captureHold, createHold, releaseHold } from '@kazna/contract/v1/holds';
import { holdExpiry } from '../../src/money/charges/holds/expire-holds.ts';
import { bonusCrediting } from '../../src/people/referrals/jobs.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../support/bank-statements.ts';
import { newAddress } from '../support/people.ts';
import { writeStatement } from '../support/statement-writer.ts';
import type { History } from './history.ts';
import { callsOfPaying } from './paying-calls.ts';
import type { Answer, Calls, Product } from './product.ts';
import type { Correction, Organization, Payment, Person } from './records.ts';
import { callsOfRefunds } from './refund-calls.ts';
import { callsOfServices } from './service-calls.ts';
import type { Step } from './step.ts';

const reason = 'По договору';
const description = 'Связь';

const callsByProduct = new WeakMap<Product, Calls>();

/** Takes the step through the API. */
export function perform(product: Product, history: History, step: Step, label: string): Promise<Answer> {
  const known = callsByProduct.get(product);
  const calls = known ?? {
    ...callsOfPaying(product),
    ...callsOfCards(product),
    ...callsOfRefunds(product),
    ...callsOfBank(product),
    ...callsOfBusiness(product),
    ...callsOfServices(product),
    repeat: (again: History, { step: which, isOther }: { step: string; isOther: boolean }, where: string) => {
      const refused = again.sent.get(where);
      return refused ? perform(product, again, refused.step, where) : product.resend(which, isOther);
    },
  };
  if (!known) callsByProduct.set(product, calls);
  return (calls[step.do] as (history: History, step: Step, label: string) => Promise<Answer>)(history, step, label);
}

const callsOfCards = (product: Product): Pick<Calls, 'cancel payment' | 'resolve payment' | 'credit bonuses'> => ({
  'cancel payment': async (history, { payment }) => {
    const { id: paymentId, organization } = history.payments.get(payment) as Payment;
    const caller = await product.asMember(organization.owner, organization);
    return product.shop.call(cancelPayment, { params: { paymentId } }, caller);
  },
  'resolve payment': (history, { payment, status }) => {
    const { id: paymentId } = history.payments.get(payment) as Payment;
    return product.shop.call(resolvePayment, { params: { paymentId }, body: { status, reason } }, product.asStaff());
  },
  'credit bonuses': async (history) => {
    const ids = [...history.people.values()].map(({ id }) => id);
    await product.inTurn(async () => {
      const move = (days: number) =>
        product.shop.db.queryText(
          `update referral_bonuses set due_at = due_at + make_interval(days => $2)
           where credited_at is null and referrer_id = any($1)`,
          [ids, days],
        );
      await move(-15);
      await product.shop.run(bonusCrediting, {});
      // What could not be credited yet must not be by another history.
      await move(15);
    });
    return { status: 0, body: undefined };
  },
});

const callsOfBank = (
  product: Product,
): Pick<
  Calls,
  'post statement' | 'undo statement' | 'assign receipt' | 'return receipt' | 'request return' | 'answer return'
> => ({
  'post statement': async (history, { documents }, label) => {
    const file = writeStatement(documents.map(({ amount }) => transfer('7736050003', { amountMinor: amount })));
    const { body } = await uploadStatement(product.shop, product.staff.token, file);
    const decisions = body.incoming.map(({ id: documentId }, index) => {
      const organization = history.organizations.get(documents[index]?.organization ?? '');
      return organization
        ? { documentId, action: 'credit' as const, organizationId: organization.id, invoiceId: null }
        : { documentId, action: 'unidentified' as const };
    });
    const answer = await postStatement(product.shop, product.staff.token, body.id, decisions);
    const statement = history.statements.get(label);
    if (answer.status !== 200 || !statement) return answer;
    statement.id = body.id;
    statement.receipts.forEach((receipt, index) => {
      receipt.id = answer.body.incoming[index]?.receipt?.id as string;
    });
    return answer;
  },
  'undo statement': (history, { statement }) =>
    undoStatement(product.shop, product.staff.token, history.statements.get(statement)?.id as string),
  'assign receipt': (history, { receipt, organization }) => {
    const params = { receiptId: history.receipts.get(receipt)?.id as string };
    const organizationId = history.organizations.get(organization)?.id as string;
    return product.shop.call(assignReceipt, { params, body: { organizationId, reason } }, product.asStaff());
  },
  'return receipt': (history, { receipt }) => {
    const params = { receiptId: history.receipts.get(receipt)?.id as string };
    return product.shop.call(returnReceipt, { params, body: { orderNumber: '417', reason } }, product.asStaff());
  },
  'request return': async (history, { organization: where, amount: amountMinor }, label) => {
    const { id: organizationId, owner } = history.organizations.get(where) as Organization;
    const sent = { params: { organizationId }, body: { amountMinor, currency: 'RUB' as const } };
    const answer = await product.send(requestBankReturn, sent, { token: await product.tokenOf(owner) });
    return product.named(history.returns.get(label), answer);
  },
  'answer return': (history, { bankReturn, status }) => {
    const params = { bankReturnId: history.returns.get(bankReturn)?.id as string };
    return status === 'returned'
      ? product.shop.call(markBankReturned, { params, body: { orderNumber: '417' } }, product.asStaff())
      : product.shop.call(declineBankReturn, { params, body: { reason } }, product.asStaff());
  },
});

const callsOfBusiness = (
  product: Product,
): Pick<
  Calls,
  | 'set limit'
  | 'hold'
  | 'capture'
  | 'release'
  | 'expire'
  | 'charge'
  | 'charge batch'
  | 'refund charge'
  | 'correct'
  | 'undo correction'
  | 'close'
  | 'delete account'
> => ({
  'set limit': (history, { organization, amount: limitMinor, currency }) => {
    const params = { organizationId: history.organizations.get(organization)?.id as string };
    return product.shop.call(setCreditLimit, { params, body: { currency, limitMinor, reason } }, product.asStaff());
  },
  hold: async (history, { organization, amount: amountMinor, currency }, label) => {
    const organizationId = history.organizations.get(organization)?.id as string;
    const body = { organizationId, amountMinor, currency, description };
    return product.named(history.holds.get(label), await product.send(createHold, { body }, product.asKey()));
  },
  capture: async (history, { hold, amount }, label) => {
    const params = { holdId: history.holds.get(hold)?.id as string };
    const body = amount === null ? {} : { amountMinor: amount };
    const answer = await product.send(captureHold, { params, body }, product.asKey());
    const charge = history.charges.get(label);
    if (charge && answer.status === 200) charge.id = answer.body.chargeId as string;
    return answer;
  },
  release: (history, { hold }) => {
    const params = { holdId: history.holds.get(hold)?.id as string };
    return product.send(releaseHold, { params }, product.asKey());
  },
  expire: async (history, { hold }) => {
    const { id } = history.holds.get(hold) as { id: string };
    await product.inTurn(async () => {
      const past = "update holds set expires_at = now() - interval '1 minute' where id = $1";
      await product.shop.db.queryText(past, [id]);
      await product.shop.run(holdExpiry, {});
    });
    return { status: 200, body: undefined };
  },
  charge: async (history, { organization, amount: amountMinor, currency }, label) => {
    const organizationId = history.organizations.get(organization)?.id as string;
    const body = { organizationId, amountMinor, currency, description };
    return product.named(history.charges.get(label), await product.send(createCharge, { body }, product.asKey()));
  },
  'charge batch': async (history, { charges: wanted }, label) => {
    const charges = wanted.map(({ organization, amount: amountMinor, currency }, index) => {
      const organizationId = history.organizations.get(organization)?.id as string;
      return { organizationId, amountMinor, currency, description, idempotencyKey: `${product.key}.${index}` };
    });
    const answer = await product.send(createChargeBatch, { body: { charges } }, product.asKey(), `.${label}`);
    const results = answer.status === 200 ? (answer.body.results as BatchResult[]) : [];
    for (const [index, result] of results.entries())
      if ('charge' in result)
        product.named(history.charges.get(`${label}.${index}`), { status: 201, body: result.charge });
    return answer;
  },
  'refund charge': (history, { charge, amount }) => {
    const params = { chargeId: history.charges.get(charge)?.id as string };
    const body = { ...(amount !== null && { amountMinor: amount }), reason };
    return product.send(refundCharge, { params, body }, product.asKey());
  },
  correct: (history, { organization, ...sum }) =>
    product.correct(history.organizations.get(organization) as Organization, sum),
  'undo correction': (history, { correction, amount }) => {
    const { organization, id, currency } = history.corrections.get(correction) as Correction;
    return product.correct(organization, { amount, currency }, id);
  },
  close: async (history, { organization: where }) => {
    const { id: organizationId, name, owner } = history.organizations.get(where) as Organization;
    const sent = { params: { organizationId }, body: { name } };
    const answer = await product.shop.call(closeOrganization, sent, { token: await product.tokenOf(owner) });
    for (const organization of history.organizations.values())
      if (organization.id === '') await product.findNew(organization);
    return answer;
  },
  'delete account': async (history, { person: who }) => {
    const person = history.people.get(who) as Person;
    const body = { currentPassword: person.password };
    const caller = { token: await product.tokenOf(person), address: newAddress() };
    return product.shop.call(deleteProfile, { body }, caller);
  },
});
