import { randomUUID } from 'node:crypto';
import { adjustBalance, listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { listOrganizations } from '@kazna/contract/cabinet/organizations';
import { createPayment } from '@kazna/contract/cabinet/payments';
import { paymentSettling } from '../../src/payments/settle-payment.ts';
import { openSession } from '../../src/people/accounts/sessions/session-tokens.ts';
import { ensureBusiness } from '../support/business.ts';
import { newKey } from '../support/keys.ts';
import { addMember } from '../support/organizations.ts';
import { createOrganization, createPerson } from '../support/people.ts';
import { switchTo } from '../support/sessions.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { newStaff } from '../support/staff.ts';
import { referralEnv } from './card-rules.ts';
import { History, type Organization, type Payment, type Person, type Step } from './history.ts';

const currency = 'RUB' as const;
const reason = 'По договору';

/** Of any endpoint: what all of them are compared by. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step reads what its endpoint returns
  body: any;
}

/** The product that histories are played against: several at once, each with people and organizations of its own. */
export class Product {
  readonly shop: Shop;
  readonly staff: string;
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

  async addPerson(history: History, person: Person): Promise<void> {
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
  readonly asKey = () => ({ token: this.key, headers: { 'idempotency-key': randomUUID() } });
  readonly asMember = async (person: Person, organization: Organization) => ({
    // Nobody can work in a closed one: the session is in another.
    token: await this.tokenOf(person, organization.isClosed ? undefined : organization),
    headers: { 'idempotency-key': randomUUID() },
  });

  /** Before the model takes the step: finds the entry that it will name. */
  async prepare(history: History, step: Step): Promise<void> {
    const correction = step.do === 'undo correction' && history.corrections.get(step.correction);
    if (!correction || correction.id) return;
    const { id: organizationId, entries } = correction.organization;
    const fromNewest = entries.length - correction.entry;
    const sent = { params: { organizationId }, query: { limit: Math.min(100, fromNewest) } };
    const { body } = await this.shop.call(listEntriesAsStaff, sent, this.asStaff());
    correction.id = body.items[fromNewest - 1]?.id ?? randomUUID();
  }

  named(made: { id: string } | undefined, answer: Answer): Answer {
    if (made && answer.status === 201) made.id = answer.body.id;
    return answer;
  }

  async startPayment(payment: Payment, amountMinor: number): Promise<Answer> {
    const body = { amountMinor, currency, method: 'card' as const };
    const answer = await this.shop.call(
      createPayment,
      { body },
      await this.asMember(payment.payer, payment.organization),
    );
    Object.assign(payment, { id: answer.body.id, providerId: answer.body.confirmationUrl?.split('/').at(-1) });
    return answer;
  }

  async settle({ id: paymentId, providerId }: Payment, order: object): Promise<void> {
    await this.shop.provider.force(providerId, order);
    await this.shop.run(paymentSettling, { paymentId, attempt: 0 });
  }

  correct({ id: organizationId }: Organization, amountMinor: number, undoes?: string): Promise<Answer> {
    const body = { amountMinor, currency, reason, ...(undoes && { undoes }) };
    return this.shop.call(adjustBalance, { params: { organizationId }, body }, this.asStaff());
  }

  /** Of a member whose last organization was closed. */
  async findNew(organization: Organization): Promise<void> {
    const { body } = await this.shop.call(listOrganizations, {}, { token: await this.tokenOf(organization.owner) });
    organization.id = body.items[0]?.id as string;
  }
}
