import { deleteProfile } from '../../src/account-closure/delete-profile.ts';
import { settleForClosing } from '../../src/account-closure/settle-for-closing.ts';
import { adjustBalance } from '../../src/admin/organizations/balance.ts';
import { closeOrganization } from '../../src/organizations/organization-status.ts';
import { createPayment } from '../../src/payments/create-payment.ts';
import { cancelPayment, resolveReview } from '../../src/payments/decide-payment.ts';
import { refundPayment } from '../../src/payments/refunds/refund-payment.ts';
import { settleRefund } from '../../src/payments/refunds/settle-refund.ts';
import { settlePayment } from '../../src/payments/settle-payment.ts';
import { creditBonuses } from '../../src/people/referrals/jobs.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import type { Queue } from '../../src/platform/jobs/queue.ts';
import { addMember } from '../support/organizations.ts';
import { createOrganization, createPerson } from '../support/people.ts';
import type { Shop } from '../support/shop.ts';

const referralRules = { percent: 10, capMinor: 5_000, delayDays: 14 };
const currency = 'RUB' as const;
const address = '127.0.0.1';
/** The history decides when a job runs. */
const idleQueue = { enqueue: async () => {}, deleteJobs: async () => {} } as unknown as Queue;

export interface TestOrganization {
  id: string;
  name: string;
  owner: Person;
  /** Of what was paid: staff take back what they gave first. */
  spentMinor: number;
  givenMinor: number;
}
interface TestPayment {
  id: string;
  organization: TestOrganization;
  providerId: string;
}
type Returning = 'succeed' | 'pending' | 'decline';
type Paying = 'good' | 'declined' | 'unpaid' | 'late' | 'other sum';

type Person = Awaited<ReturnType<typeof createPerson>>;

/** Three people, each with a personal organization, and a company of two of them. */
export async function openMoneyTestbed(shop: Shop): Promise<MoneyTestbed> {
  const people = await Promise.all([0, 1, 2].map(() => createPerson(shop)));
  const organizations: TestOrganization[] = [];
  for (const owner of people) {
    const { rows } = await shop.db.queryText('select organization_id as id from memberships where user_id = $1', [
      owner.id,
    ]);
    organizations.push({ id: rows[0]?.id as string, name: 'Личный счёт', owner, spentMinor: 0, givenMinor: 0 });
  }
  const [owner, admin] = people as [Person, Person];
  const company = await createOrganization(shop, owner.id, 'owner');
  await addMember(shop, company, admin, 'admin');
  organizations.push({ id: company, name: 'ООО «Ромашка»', owner, spentMinor: 0, givenMinor: 0 });
  return new MoneyTestbed(shop, people, organizations);
}

const pick = <T>(from: T[], which: number) => from[which % Math.max(from.length, 1)];

export class MoneyTestbed {
  readonly payments: TestPayment[] = [];
  readonly refunds: { id: string }[] = [];
  readonly organizations: TestOrganization[];
  readonly people: Person[];
  private readonly shop: Shop;
  private readonly context;

  constructor(shop: Shop, people: Person[], organizations: TestOrganization[]) {
    this.shop = shop;
    this.people = people;
    this.organizations = organizations;
    const { db, providers, url: publicUrl } = shop;
    this.context = { db, providers, publicUrl, referralRules, receiptEmail: 'shop@example.ru' };
  }

  /** Returns false for a Problem, which is a normal result. */
  private async attempt(work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
    try {
      await this.shop.db.transaction(work);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  private async mayPay({ id, owner }: TestOrganization): Promise<boolean> {
    const { rows } = await this.shop.db.queryText(
      `select o.id from organizations o, users u
       where o.id = $1 and u.id = $2 and o.status = 'active' and u.deleted_at is null`,
      [id, owner.id],
    );
    return rows.length > 0;
  }

  async pay(which: number, amountMinor: number, how: Paying): Promise<void> {
    const { context, shop } = this;
    const organization = pick(this.organizations, which) as TestOrganization;
    if (!(await this.mayPay(organization))) return;
    const form = { amountMinor, currency, method: 'card' as const };
    const request = { organizationId: organization.id, userId: organization.owner.id, key: uuidv7(), form };
    const { id, confirmationUrl } = await createPayment(
      {
        ...context,
        queue: idleQueue,
        pollBackoffSeconds: [60],
        storeSubscribing: async () => {},
        paymentsPerHour: 10_000,
      },
      request,
    );
    const providerId = confirmationUrl?.split('/').at(-1) as string;
    this.payments.push({ id, organization, providerId });
    if (how === 'unpaid') return;
    if (how === 'late') await this.attempt((tx) => cancelPayment(tx, organization.id, id));
    const amount = { value: (amountMinor / 200).toFixed(2), currency };
    if (how === 'other sum') await shop.provider.force(providerId, { status: 'succeeded', amount });
    else await shop.provider.payByCard(providerId, how === 'declined' ? '5555555555554600' : undefined);
    await settlePayment({ ...context, queue: idleQueue }, id, 'poll');
    const resolution = { paymentId: id, status: 'succeeded', credit: 'paid', reason: 'Сверено' } as const;
    if (how === 'other sum') await this.attempt((tx) => resolveReview(tx, resolution, { referralRules }));
  }

  /** Returns the organization if the refund was accepted. */
  async refund(which: number, amountMinor: number, how: Returning): Promise<TestOrganization | null> {
    const { context, shop } = this;
    const payment = pick(this.payments, which);
    if (!payment) return null;
    const { id: paymentId, organization } = payment;
    const terms = { organizationId: organization.id, paymentId, amountMinor, reason: 'Передумали' };
    const request = { ...terms, userId: organization.owner.id, source: 'user' } as const;
    let id = '';
    const isAccepted = await this.attempt(async (tx) => {
      ({ id } = await refundPayment(tx, idleQueue, request));
    });
    if (!isAccepted) return null;
    this.refunds.push({ id });
    if (how !== 'succeed') await shop.provider.misbehave({ on: 'refund', do: how, times: 1 });
    await settleRefund(context, id, 'poll');
    return organization;
  }

  async decide(which: number, status: 'succeeded' | 'canceled'): Promise<void> {
    const { db, provider } = this.shop;
    const { rows } = await db.queryText(
      "select id, provider_refund_id as at from refunds where id = any($1) and status = 'pending' order by id",
      [this.refunds.map(({ id }) => id)],
    );
    const refund = pick(rows, which);
    if (!refund) return;
    await provider.settleRefund(refund.at as string, { status });
    await settleRefund(this.context, refund.id as string, 'poll');
  }

  async correct(which: number, amountMinor: number): Promise<void> {
    const organization = pick(this.organizations, which) as TestOrganization;
    const form = { amountMinor, currency, reason: 'По договору' };
    const target = { organizationId: organization.id, key: uuidv7() };
    const staff = { id: this.people[0]?.id as string, address };
    const isDone = await this.attempt((tx) => adjustBalance(tx, staff, target, form));
    if (!isDone) return;
    const given = Math.max(-organization.givenMinor, amountMinor);
    organization.givenMinor += given;
    organization.spentMinor += given - amountMinor;
  }

  async close(which: number): Promise<void> {
    const { id, name, owner } = pick(this.organizations, which) as TestOrganization;
    await this.attempt((tx) =>
      closeOrganization(tx, { id: owner.id, address }, { organizationId: id, name, settleMoney: settleForClosing }),
    );
  }

  async remove(who: number): Promise<void> {
    const { rows } = await this.shop.db.queryText(
      'select id, email, name, password_hash as "passwordHash" from users where id = $1 and deleted_at is null',
      [this.people[who]?.id],
    );
    const user = rows[0] as { id: string; email: string; name: string; passwordHash: string } | undefined;
    if (user) await this.attempt((tx) => deleteProfile(tx, idleQueue, user, address));
  }

  async invite(who: number, by: number): Promise<void> {
    await this.shop.db.queryText(
      'update users set referrer_id = $2 where id = $1 and referrer_id is null and id <> $2',
      [this.people[who]?.id, this.people[by]?.id],
    );
  }

  async pass(days: number): Promise<void> {
    await this.shop.db.queryText('update referral_bonuses set due_at = due_at - make_interval(days => $1)', [days]);
    await creditBonuses(this.shop.db);
  }
}
