import { toDecimal } from '@kazna/contract/shared/money';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { dayBefore, dayMs, hourMs } from './calendar.ts';
import { insertCardAndRule } from './cards-store.ts';
import type { DemoCatalogue } from './catalogue.ts';
import { companies, type DemoCompany } from './names.ts';
import { type DemoNotification, demoNotifications } from './notifications-store.ts';
import type { Random } from './random.ts';
import * as store from './store.ts';
import { chargeSubscriptions, planSubscriptions, watchSubscriptions, writeSubscriptions } from './subscriptions.ts';
import { actionOf, type DemoPerson, type DemoTeam, gatherTeam, invite } from './team.ts';
import { type ChargeDue, type DemoYear, makePayment, simulateYear } from './year.ts';

export interface DemoContext {
  random: Random;
  people: DemoPerson[];
  staff: DemoPerson;
  now: number;
  catalogue: DemoCatalogue;
  /** Of all companies, which are filled one after another: bells list them by time. */
  notifications: DemoNotification[];
}

/** Returns the number of payments. */
export async function simulateCompany(tx: Transaction, context: DemoContext, company: DemoCompany): Promise<number> {
  const { random, people, staff, now } = context;
  const index = companies.indexOf(company);
  const foundedAt = dayBefore(now, company.foundedDaysAgo).startMs + 11 * hourMs;
  // The first three people can sign in, so they are members everywhere.
  const [owner, accountant, member] = people as [DemoPerson, DemoPerson, DemoPerson];
  const others = people.slice(3, -1).filter((_, place) => place % companies.length === index);
  const team = gatherTeam(random, [owner, accountant, member, ...others], foundedAt, now);
  addOddEvents(team, context, index);
  const organizationId = uuidv7(foundedAt);
  const subscriptions = planSubscriptions(context.catalogue, { index, organizationId, now });
  const chargeDue: ChargeDue = (startMs, balanceMinor) =>
    chargeSubscriptions(subscriptions, { startMs, balanceMinor }).map(({ draft: { line }, at }) => ({
      ...{ id: line.chargeId as string, amountMinor: line.amountMinor, at },
    }));
  const year = simulateYear(random, company, { team: team.members, chargeDue }, now);
  if (index < 2) year.payments.push(paymentInReview(context, company, team, index));
  await store.insertOrganization(tx, organizationId, company.form, new Date(foundedAt));
  for (const one of team.members) await store.insertMember(tx, organizationId, one);
  for (const invitation of team.invitations) await store.insertInvitation(tx, organizationId, invitation);
  for (const entry of [...team.log, ...correctionsIn(year, staff)]) await store.insertAction(tx, organizationId, entry);
  await writeSubscriptions(tx, subscriptions, { organizationId, owner, staff, now });
  await writeMoney(tx, organizationId, year, staff);
  await watchSubscriptions(tx, organizationId, now);
  const hasPausedRule = index === 0;
  if (hasPausedRule) await insertCardAndRule(tx, organizationId, { owner, accountant, now });
  const { members } = team;
  context.notifications.push(
    ...demoNotifications(organizationId, { members, payments: year.payments, hasPausedRule, now }),
  );
  return year.payments.length;
}

function addOddEvents(team: DemoTeam, { people, staff, now }: DemoContext, index: number): void {
  const owner = people[0] as DemoPerson;
  const at = dayBefore(now, 90 + index * 9).startMs + 14 * hourMs;
  const requisites = { fields: 'bank' };
  team.log.push(actionOf(owner, at - 30 * dayMs, 'organization.changed', { details: requisites }));
  if (index === 0) {
    invite(
      team,
      owner,
      { email: 'buhgalter@kazna.local', role: 'accountant' },
      dayBefore(now, 2).startMs + 15.2 * hourMs,
    );
  } else if (index === 1) {
    const invited = people.at(-1) as DemoPerson;
    const invitedAt = Math.max(at, invited.createdAt.getTime() + dayMs);
    const answer = { status: 'declined', at: invitedAt + 5 * hourMs, by: invited } as const;
    invite(team, owner, { email: invited.email, role: 'member' }, invitedAt, answer);
  } else if (index === 2) {
    const answer = { status: 'revoked', at: at + hourMs, by: owner } as const;
    invite(team, owner, { email: 'buhgaltre@kazna.local', role: 'accountant' }, at, answer);
  } else {
    const details = [{ reason: 'Сверка реквизитов' }, { reason: 'Реквизиты подтверждены' }] as const;
    team.log.push(actionOf(staff, at, 'organization.suspended', { details: details[0] }));
    team.log.push(actionOf(staff, at + 3 * hourMs, 'organization.resumed', { details: details[1] }));
  }
}

function paymentInReview({ random, now }: DemoContext, company: DemoCompany, team: DemoTeam, index: number) {
  const payment = makePayment(
    random,
    team.members,
    dayBefore(now, 1 + index).startMs + (12.3 + index) * hourMs,
    company.dailySpendMinor,
  );
  const claimedMinor = Math.round(payment.amountMinor * (index % 2 === 0 ? 0.9 : 1.1));
  return { ...payment, status: 'review' as const, reason: 'amount_differs', refundedMinor: 0, claimedMinor };
}

/** The id is the source of the correction's transfer. */
function correctionsIn({ corrections }: DemoYear, staff: DemoPerson) {
  return corrections.map(({ id, amountMinor, reason, createdAt }) => {
    const details = { amount: toDecimal({ amountMinor, currency: 'RUB' }), currency: 'RUB', reason };
    return { ...actionOf(staff, createdAt.getTime(), 'balance.adjusted', { details }), id };
  });
}

async function writeMoney(tx: Transaction, organizationId: string, year: DemoYear, staff: DemoPerson): Promise<void> {
  await store.insertPayments(tx, organizationId, year.payments);
  await store.insertRefunds(tx, year.refunds);
  await store.insertPaymentEvents(tx, organizationId);
  await store.insertCharges(tx, organizationId, staff, year.charges);
  await importTransfers(
    tx,
    year.transfers.map((transfer) => ({ ...transfer, organizationId, currency: 'RUB' })),
  );
}
