import { randomUUID } from 'node:crypto';
import { adjustBalance, listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { setPromisedPaymentRules } from '@kazna/contract/admin/subscriptions';
import { listOrganizations } from '@kazna/contract/cabinet/organizations';
import type { Endpoint, Sent } from '@kazna/contract/shared/endpoint';
import { openSession } from '../../src/people/accounts/sessions/session-tokens.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { ensureBusiness } from '../support/business.ts';
import { newKey } from '../support/keys.ts';
import { addMember, type SignedIn } from '../support/organizations.ts';
import { createOrganization, createPerson } from '../support/people.ts';
import { plantClock, plantTariff } from '../support/services.ts';
import { switchTo } from '../support/sessions.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { confirmSessions, newStaff } from '../support/staff.ts';
import { plantMeter } from '../support/usage.ts';
import { referralEnv } from './card-rules.ts';
import { History } from './history.ts';
import type { Currency } from './pots.ts';
import { promiseTerms } from './promise-rules.ts';
import type { Organization, Person } from './records.ts';
import { runWhatIsDue } from './run-what-is-due.ts';
import { type TariffName, tariffNames, termsOf, timeOf, unitMinor } from './service-terms.ts';
import type { Step, StepName } from './step.ts';

async function plantTariffs(db: Shop['db'], meter: string): Promise<Record<TariffName, string>> {
  const services = { cloud: uuidv7(), phone: uuidv7(), meter: uuidv7(), hosting: uuidv7(), abroad: uuidv7() };
  const price = { meter, price: { model: 'unit' as const, unitMinor }, includedQuantity: 0, minimumMinor: 0 };
  const planted: [TariffName, string][] = [];
  for (const name of tariffNames) {
    const { service, price: priceMinor, period, setup, trial, grace, ...rest } = termsOf(name);
    const { id } = await plantTariff(
      db,
      {
        ...{ priceMinor, setupFeeMinor: setup },
        ...(period === 'month'
          ? { period: { unit: 'month', count: 1 }, anchor: 'calendar' }
          : { period: { unit: 'day', count: period }, anchor: 'connection' }),
        ...{ trialDays: trial, graceDays: grace, ...rest },
        ...(name === 'metered' && { meters: [price], usageCharged: 'day' as const }),
      },
      services[service],
    );
    planted.push([name, id]);
  }
  return Object.fromEntries(planted) as Record<TariffName, string>;
}

const reason = 'По договору';

/** Whom histories begin with: what is particular is T-Bank's. */
const chooseTbank = `
  insert into provider_choices (method, provider, changed_by) values ('card', 'tbank', $1), ('sbp', 'tbank', $1)
  on conflict (method) do update set provider = excluded.provider`;

const leftovers = [
  'update subscription_usage set next_at = null, owed_minor = 0, owed_since = null where next_at is not null or owed_minor > 0',
  "update holds set expires_at = now() + interval '100 years' where status = 'open'",
  'update subscriptions set next_step_at = null where next_step_at is not null',
  "update promised_payments set status = 'paid', ended_at = now() where status <> 'paid'",
  'update ledger_accounts set resume_from_minor = null where resume_from_minor is not null',
];

/** Of any endpoint: what all of them are compared by. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step reads what its endpoint returns
  body: any;
}

export type Calls = {
  [Name in StepName]: (history: History, step: Extract<Step, { do: Name }>, label: string) => Promise<Answer>;
};

/** The product that histories are played against, one after another, each with people and organizations of its own. */
export class Product {
  readonly shop: Shop;
  readonly staff: SignedIn;
  readonly meter: string;
  readonly tariffs: Record<TariffName, string>;
  private readonly setClock: (now: string) => Promise<void>;
  private day = 0;
  private readonly apiKey: string;
  private readonly tokens = new Map<string, string>();
  /** Faults of the provider and jobs are for everybody: one history at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    given: Pick<Product, 'shop' | 'staff' | 'tariffs' | 'meter'>,
    apiKey: string,
    setClock: (now: string) => Promise<void>,
  ) {
    this.shop = given.shop;
    this.staff = given.staff;
    this.tariffs = given.tariffs;
    this.meter = given.meter;
    this.apiKey = apiKey;
    this.setClock = setClock;
  }

  static async start(databaseUrl: string): Promise<Product> {
    const limits = { API_RATE_LIMIT: '1000000', PAYMENTS_PER_HOUR: '1000000', PAYMENT_CURRENCIES: 'RUB,USD' };
    const shop = await startShop(databaseUrl, { ...limits, ...referralEnv }, { isIdle: true, second: 'tbank' });
    await ensureBusiness(shop);
    const staff = await newStaff(shop, 'admin');
    const { key } = await newKey(shop);
    const body = { isAllowed: true, ...promiseTerms };
    await shop.call(setPromisedPaymentRules, { body }, { token: staff.token });
    const meter = await plantMeter(shop.db);
    const tariffs = await plantTariffs(shop.db, meter);
    return new Product({ shop, staff, tariffs, meter }, key, await plantClock(shop.db));
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }

  /** Three people, each with a personal organization, and a company of two of them. */
  async open(): Promise<History> {
    await this.begin();
    this.calls.clear();
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

  /** Every history begins on one day. What other histories have left is never due again. */
  private async begin(): Promise<void> {
    const { db } = this.shop;
    for (const text of leftovers) await db.queryText(text);
    await this.signStaffIn();
    await db.queryText(chooseTbank, [this.staff.id]);
    this.day = 0;
    await this.setClock(timeOf(0));
  }

  /** Histories take longer than a session counts as confirmed, and than its token is valid. */
  private async signStaffIn(): Promise<void> {
    this.staff.token = await this.newToken(this.staff.id);
    await confirmSessions(this.shop, this.staff.id);
  }

  /** Without a day to pass it does what credits since have brought about. */
  async pass(days: number): Promise<void> {
    await runWhatIsDue(this.shop);
    for (let passed = 0; passed < days; passed += 1) {
      this.day += 1;
      await this.setClock(timeOf(this.day));
      await runWhatIsDue(this.shop);
    }
  }

  get now(): string {
    return timeOf(this.day);
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

  private async newToken(userId: string, organization?: Organization): Promise<string> {
    const { shop } = this;
    const origin = { address: '127.0.0.1', userAgent: '' };
    const { tokens } = await shop.db.transaction((tx) => openSession(tx, shop.keys, userId, origin));
    const { accessToken } = organization ? await switchTo(shop, tokens, organization.id) : tokens;
    return accessToken;
  }

  /** Of a session in the organization. */
  async tokenOf(person: Person, organization?: Organization): Promise<string> {
    const name = `${person.id}:${organization?.id ?? ''}`;
    const known = this.tokens.get(name);
    if (known) return known;
    const accessToken = await this.newToken(person.id, organization);
    this.tokens.set(name, accessToken);
    return accessToken;
  }

  readonly asStaff = () => ({ token: this.staff.token, headers: { 'idempotency-key': randomUUID() } });
  readonly asKey = () => ({ token: this.apiKey, headers: { 'idempotency-key': randomUUID() } });
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

  /** The step that is taken. */
  private step = '';
  /** Its idempotency key. */
  key = '';
  private readonly calls = new Map<string, (isOther: boolean) => Promise<Answer>>();

  beginStep(history: History, label: string): void {
    this.step = label;
    this.key = history.keyOf(label);
  }

  /** Calls by the key of the step. */
  async send<E extends Endpoint>(
    endpoint: E,
    sent: Partial<Sent<E>>,
    { token }: { token: string },
    suffix = '',
  ): Promise<Answer> {
    const headers = { 'idempotency-key': this.key + suffix };
    const { body } = sent as { body?: { amountMinor?: number } };
    const amountMinor = body?.amountMinor ?? 0;
    // Away from zero, which is no sum.
    const other = { ...sent, body: { ...body, amountMinor: amountMinor < 0 ? amountMinor - 1 : amountMinor + 1 } };
    const call = (isOther: boolean) => this.shop.call(endpoint, isOther ? other : sent, { token, headers });
    this.calls.set(this.step, call);
    return call(false);
  }

  /** What an earlier step has sent, or the same with another sum. */
  resend(step: string, isOther: boolean): Promise<Answer> {
    const call = this.calls.get(step);
    if (!call) throw new Error(`nothing was sent by the step ${step}`);
    return call(isOther);
  }

  named(made: { id: string } | undefined, answer: Answer): Answer {
    if (made && answer.status === 201) made.id = answer.body.id;
    return answer;
  }

  correct(
    { id: organizationId }: Organization,
    { amount: amountMinor, currency }: { amount: number; currency: Currency },
    undoes?: string,
  ): Promise<Answer> {
    const body = { amountMinor, currency, reason, ...(undoes && { undoes }) };
    return this.send(adjustBalance, { params: { organizationId }, body }, this.asStaff());
  }

  /** Of a member whose last organization was closed. */
  async findNew(organization: Organization): Promise<void> {
    const { body } = await this.shop.call(listOrganizations, {}, { token: await this.tokenOf(organization.owner) });
    organization.id = body.items[0]?.id as string;
  }
}
