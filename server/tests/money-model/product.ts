import { randomUUID } from 'node:crypto';
import { adjustBalance, listAnyEntries, setCreditLimit } from '@kazna/contract/admin/balance';
import { declineBankReturn, markBankReturned } from '@kazna/contract/admin/bank-returns';
import { assignReceipt, returnReceipt } from '@kazna/contract/admin/bank-statements';
import { refundAnyPayment, resolvePayment } from '@kazna/contract/admin/payments';
import { requestBankReturn } from '@kazna/contract/cabinet/bank-returns';
import { closeOrganization, listOrganizations } from '@kazna/contract/cabinet/organizations';
import { cancelPayment, createPayment, refundPayment } from '@kazna/contract/cabinet/payments';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { createCharge, createChargeBatch, refundCharge } from '@kazna/contract/v1/charges';
import { captureHold, createHold, releaseHold } from '@kazna/contract/v1/holds';
import { holdExpiry } from '../../src/money/charges/jobs.ts';
import { paymentSettling, refundSettling } from '../../src/payments/jobs.ts';
import { openSession } from '../../src/people/accounts/sessions/open-session.ts';
import { bonusCrediting } from '../../src/people/referrals/jobs.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../support/bank-statements.ts';
import { ensureBusiness } from '../support/business.ts';
import { newKey } from '../support/keys.ts';
import { addMember } from '../support/organizations.ts';
import { createOrganization, createPerson, newAddress } from '../support/people.ts';
import { switchTo } from '../support/sessions.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { newStaff } from '../support/staff.ts';
import { writeStatement } from '../support/statement-writer.ts';
import { type Correction, History, type Organization, type Payment, type Person, type Refund } from './history.ts';
import { referralEnv } from './model.ts';
import type { Step, StepName } from './steps.ts';

const currency = 'RUB' as const;
const reason = 'По договору';
const description = 'Связь';

/** Of any endpoint: what all of them are compared by. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step reads what its endpoint returns
  body: any;
}

/** The product that histories are played against: several at once, each with people and organizations of its own. */
export class Product {
  readonly shop: Shop;
  private readonly staff: string;
  private readonly key: string;
  private readonly tokens = new Map<string, string>();
  /** Faults of the provider and jobs are for everybody: one history at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(shop: Shop, staff: string, key: string) {
    this.shop = shop;
    this.staff = staff;
    this.key = key;
  }

  static async start(databaseUrl: string): Promise<Product> {
    const limits = { API_RATE_LIMIT: '1000000', PAYMENTS_PER_HOUR: '1000000' };
    const shop = await startShop(databaseUrl, { ...limits, ...referralEnv }, { isIdle: true });
    await ensureBusiness(shop);
    const { token } = await newStaff(shop, 'admin');
    const { key } = await newKey(shop);
    return new Product(shop, token, key);
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  /** Three people, each with a personal organization, and a company of two of them. */
  async open(): Promise<History> {
    const history = new History();
    const [first, second, third] = ['p0', 'p1', 'p2'].map((label) => history.addPerson(label, null)) as [
      ...[Person, Person, Person],
    ];
    Object.assign(second, { referrer: first });
    Object.assign(third, { referrer: second });
    // The first two organizations are the busiest.
    history.addOrganization('o0', first, [], true);
    history.addOrganization('company', first, [second], false);
    history.addOrganization('o1', second, [], true);
    history.addOrganization('o2', third, [], true);
    for (const person of [first, second, third]) await this.addPerson(history, person);
    const company = history.organizations.get('company') as Organization;
    company.id = await createOrganization(this.shop, first.id, 'owner');
    await addMember(this.shop, company.id, second, 'admin');
    return history;
  }

  private async addPerson(history: History, person: Person): Promise<void> {
    const { id, password } = await createPerson(this.shop);
    Object.assign(person, { id, password });
    if (person.referrer)
      await this.shop.db.queryText('update users set referrer_id = $2 where id = $1', [id, person.referrer.id]);
    const { rows } = await this.shop.db.queryText('select organization_id from memberships where user_id = $1', [id]);
    const own = [...history.organizations.values()].find(({ isPersonal, owner }) => isPersonal && owner === person);
    Object.assign(own as Organization, { id: rows[0]?.organization_id });
  }

  /** Of a session in the organization. */
  async tokenOf(person: Person, organization?: Organization): Promise<string> {
    const name = `${person.id}:${organization?.id ?? ''}`;
    const known = this.tokens.get(name);
    if (known) return known;
    const { shop } = this;
    const origin = { address: '127.0.0.1', userAgent: '' };
    const { tokens } = await shop.db.transaction((tx) => openSession(tx, shop.keys, person.id, origin));
    const { accessToken } = organization ? await switchTo(shop, tokens, organization.id) : tokens;
    this.tokens.set(name, accessToken);
    return accessToken;
  }

  readonly asStaff = () => ({ token: this.staff, headers: { 'idempotency-key': randomUUID() } });
  private readonly asKey = () => ({ token: this.key, headers: { 'idempotency-key': randomUUID() } });
  private readonly asMember = async (person: Person, organization: Organization) => ({
    token: await this.tokenOf(person, organization),
    headers: { 'idempotency-key': randomUUID() },
  });

  /** Before the model takes the step: finds the entry that it will name. */
  async prepare(history: History, step: Step): Promise<void> {
    const correction = step.do === 'undo correction' && history.corrections.get(step.correction);
    if (!correction || correction.id) return;
    const { id: organizationId, entries } = correction.organization;
    const fromNewest = entries.length - correction.entry;
    const sent = { params: { organizationId }, query: { limit: Math.min(100, fromNewest) } };
    const { body } = await this.shop.call(listAnyEntries, sent, this.asStaff());
    correction.id = body.items[fromNewest - 1]?.id ?? randomUUID();
  }

  perform(history: History, step: Step, label: string): Promise<Answer> {
    return (this.calls[step.do] as (history: History, step: Step, label: string) => Promise<Answer>)(
      history,
      step,
      label,
    );
  }

  private readonly calls: {
    [Name in StepName]: (history: History, step: Extract<Step, { do: Name }>, label: string) => Promise<Answer>;
  } = {
    'top up': async (history, { amount, how }, label) => {
      const payment = history.payments.get(label) as Payment;
      const answer = await this.startPayment(payment, amount);
      if (how === 'paid') await this.settle(payment, { status: 'succeeded' });
      if (how === 'declined') await this.settle(payment, { status: 'canceled', reason: 'insufficient_funds' });
      const other = { value: (amount / 200).toFixed(2), currency };
      if (how === 'other sum') await this.settle(payment, { status: 'succeeded', amount: other });
      return answer;
    },
    'pay late': async (history, { payment }) => {
      await this.settle(history.payments.get(payment) as Payment, { status: 'succeeded' });
      return { status: 201, body: undefined };
    },
    'cancel payment': async (history, { payment }) => {
      const { id: paymentId, organization } = history.payments.get(payment) as Payment;
      const caller = await this.asMember(organization.owner, organization);
      return this.shop.call(cancelPayment, { params: { paymentId } }, caller);
    },
    'resolve payment': (history, { payment, status }) => {
      const { id: paymentId } = history.payments.get(payment) as Payment;
      return this.shop.call(resolvePayment, { params: { paymentId }, body: { status, reason } }, this.asStaff());
    },
    'refund payment': async (history, { payment, amount, byStaff, outcome }, label) => {
      const { id: paymentId, organization } = history.payments.get(payment) as Payment;
      const sent = { params: { paymentId }, body: { amountMinor: amount, reason } };
      const answer: Answer = byStaff
        ? await this.shop.call(refundAnyPayment, sent, this.asStaff())
        : await this.shop.call(refundPayment, sent, await this.asMember(organization.owner, organization));
      const refund = history.refunds.get(label);
      if (answer.status !== 201 || !refund) return answer;
      const newest = 'select id from refunds where payment_id = $1 order by id desc limit 1';
      refund.id = (await this.shop.db.queryText(newest, [paymentId])).rows[0]?.id as string;
      const fault = { succeeded: null, canceled: 'decline', pending: 'pending' }[outcome];
      await this.inTurn(async () => {
        if (fault) await this.shop.provider.misbehave({ on: 'refund', do: fault, times: 1 });
        await this.shop.run(refundSettling, { refundId: refund.id, attempt: 0 });
      });
      return answer;
    },
    'decide refund': async (history, { refund: which, status }) => {
      const { id: refundId } = history.refunds.get(which) as Refund;
      const known = 'select provider_refund_id as at from refunds where id = $1';
      const at = (await this.shop.db.queryText(known, [refundId])).rows[0]?.at as string;
      await this.shop.provider.settleRefund(at, { status });
      await this.shop.run(refundSettling, { refundId, attempt: 1 });
      return { status: 0, body: undefined };
    },
    'post statement': async (history, { documents }, label) => {
      const file = writeStatement(documents.map(({ amount }) => transfer('7736050003', { amountMinor: amount })));
      const { body } = await uploadStatement(this.shop, this.staff, file);
      const decisions = body.incoming.map(({ id: documentId }, index) => {
        const organization = history.organizations.get(documents[index]?.organization ?? '');
        return organization
          ? { documentId, action: 'credit' as const, organizationId: organization.id, invoiceId: null }
          : { documentId, action: 'unidentified' as const };
      });
      const answer = await postStatement(this.shop, this.staff, body.id, decisions);
      const statement = history.statements.get(label);
      if (answer.status !== 200 || !statement) return answer;
      statement.id = body.id;
      statement.receipts.forEach((receipt, index) => {
        receipt.id = answer.body.incoming[index]?.receipt?.id as string;
      });
      return answer;
    },
    'undo statement': (history, { statement }) =>
      undoStatement(this.shop, this.staff, history.statements.get(statement)?.id as string),
    'assign receipt': (history, { receipt, organization }) => {
      const params = { receiptId: history.receipts.get(receipt)?.id as string };
      const organizationId = history.organizations.get(organization)?.id as string;
      return this.shop.call(assignReceipt, { params, body: { organizationId, reason } }, this.asStaff());
    },
    'return receipt': (history, { receipt }) => {
      const params = { receiptId: history.receipts.get(receipt)?.id as string };
      return this.shop.call(returnReceipt, { params, body: { orderNumber: '417', reason } }, this.asStaff());
    },
    'set limit': (history, { organization, amount: limitMinor }) => {
      const params = { organizationId: history.organizations.get(organization)?.id as string };
      return this.shop.call(setCreditLimit, { params, body: { currency, limitMinor, reason } }, this.asStaff());
    },
    hold: async (history, { organization, amount: amountMinor }, label) => {
      const organizationId = history.organizations.get(organization)?.id as string;
      const body = { organizationId, amountMinor, currency, description };
      return this.named(history.holds.get(label), await this.shop.call(createHold, { body }, this.asKey()));
    },
    capture: async (history, { hold, amount }, label) => {
      const params = { holdId: history.holds.get(hold)?.id as string };
      const body = amount === null ? {} : { amountMinor: amount };
      const answer = await this.shop.call(captureHold, { params, body }, this.asKey());
      const charge = history.charges.get(label);
      if (charge && answer.status === 200) charge.id = answer.body.chargeId as string;
      return answer;
    },
    release: (history, { hold }) => {
      const params = { holdId: history.holds.get(hold)?.id as string };
      return this.shop.call(releaseHold, { params }, this.asKey());
    },
    expire: async (history, { hold }) => {
      const { id } = history.holds.get(hold) as { id: string };
      await this.inTurn(async () => {
        const past = "update holds set expires_at = now() - interval '1 minute' where id = $1";
        await this.shop.db.queryText(past, [id]);
        await this.shop.run(holdExpiry, {});
      });
      return { status: 200, body: undefined };
    },
    charge: async (history, { organization, amount: amountMinor }, label) => {
      const organizationId = history.organizations.get(organization)?.id as string;
      const body = { organizationId, amountMinor, currency, description };
      return this.named(history.charges.get(label), await this.shop.call(createCharge, { body }, this.asKey()));
    },
    'charge batch': async (history, { charges: wanted }, label) => {
      const charges = wanted.map(({ organization, amount: amountMinor }) => {
        const organizationId = history.organizations.get(organization)?.id as string;
        return { organizationId, amountMinor, currency, description, idempotencyKey: randomUUID() };
      });
      const answer = await this.shop.call(createChargeBatch, { body: { charges } }, this.asKey());
      if (answer.status !== 200) return answer;
      const results: Answer[] = answer.body.results.map((result, index) => {
        if ('problem' in result) return { status: result.problem.status, body: result.problem };
        return this.named(history.charges.get(`${label}.${index}`), { status: 201, body: result.charge });
      });
      return { status: 200, body: { results } };
    },
    'refund charge': (history, { charge, amount }) => {
      const params = { chargeId: history.charges.get(charge)?.id as string };
      const body = { ...(amount !== null && { amountMinor: amount }), reason };
      return this.shop.call(refundCharge, { params, body }, this.asKey());
    },
    correct: (history, { organization, amount }) =>
      this.correct(history.organizations.get(organization) as Organization, amount),
    'undo correction': (history, { correction, amount }) => {
      const { organization, id } = history.corrections.get(correction) as Correction;
      return this.correct(organization, amount, id);
    },
    'request return': async (history, { organization: where, amount: amountMinor }, label) => {
      const { id: organizationId, owner } = history.organizations.get(where) as Organization;
      const caller = { token: await this.tokenOf(owner), headers: { 'idempotency-key': randomUUID() } };
      const sent = { params: { organizationId }, body: { amountMinor, currency } };
      return this.named(history.returns.get(label), await this.shop.call(requestBankReturn, sent, caller));
    },
    'answer return': (history, { bankReturn, status }) => {
      const params = { bankReturnId: history.returns.get(bankReturn)?.id as string };
      return status === 'returned'
        ? this.shop.call(markBankReturned, { params, body: { orderNumber: '417' } }, this.asStaff())
        : this.shop.call(declineBankReturn, { params, body: { reason } }, this.asStaff());
    },
    'bring friend': async (history, { amount }, label) => {
      const payment = history.payments.get(label) as Payment;
      await this.addPerson(history, payment.payer);
      const answer = await this.startPayment(payment, amount);
      await this.settle(payment, { status: 'succeeded' });
      return answer;
    },
    'credit bonuses': async (history) => {
      const ids = [...history.people.values()].map(({ id }) => id);
      await this.inTurn(async () => {
        const move = (days: number) =>
          this.shop.db.queryText(
            `update referral_bonuses set due_at = due_at + make_interval(days => $2)
             where credited_at is null and referrer_id = any($1)`,
            [ids, days],
          );
        await move(-15);
        await this.shop.run(bonusCrediting, {});
        // What could not be credited yet must not be by another history.
        await move(15);
      });
      return { status: 0, body: undefined };
    },
    close: async (history, { organization: where }) => {
      const { id: organizationId, name, owner } = history.organizations.get(where) as Organization;
      const sent = { params: { organizationId }, body: { name } };
      const answer = await this.shop.call(closeOrganization, sent, { token: await this.tokenOf(owner) });
      for (const organization of history.organizations.values())
        if (organization.id === '') await this.findNew(organization);
      return answer;
    },
    'delete account': async (history, { person: who }) => {
      const person = history.people.get(who) as Person;
      const body = { currentPassword: person.password };
      const caller = { token: await this.tokenOf(person), address: newAddress() };
      return this.shop.call(deleteProfile, { body }, caller);
    },
  };

  private named(made: { id: string } | undefined, answer: Answer): Answer {
    if (made && answer.status === 201) made.id = answer.body.id;
    return answer;
  }

  private async startPayment(payment: Payment, amountMinor: number): Promise<Answer> {
    const body = { amountMinor, currency, method: 'card' as const };
    const answer = await this.shop.call(
      createPayment,
      { body },
      await this.asMember(payment.payer, payment.organization),
    );
    Object.assign(payment, { id: answer.body.id, providerId: answer.body.confirmationUrl?.split('/').at(-1) });
    return answer;
  }

  private async settle({ id: paymentId, providerId }: Payment, order: object): Promise<void> {
    await this.shop.provider.force(providerId, order);
    await this.shop.run(paymentSettling, { paymentId, attempt: 0 });
  }

  private correct({ id: organizationId }: Organization, amountMinor: number, undoes?: string): Promise<Answer> {
    const body = { amountMinor, currency, reason, ...(undoes && { undoes }) };
    return this.shop.call(adjustBalance, { params: { organizationId }, body }, this.asStaff());
  }

  /** Of a member whose last organization was closed. */
  private async findNew(organization: Organization): Promise<void> {
    const { body } = await this.shop.call(listOrganizations, {}, { token: await this.tokenOf(organization.owner) });
    organization.id = body.items[0]?.id as string;
  }
}
