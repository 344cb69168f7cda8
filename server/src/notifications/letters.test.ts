import { randomUUID } from 'node:crypto';
import { adjustBalance } from '@kazna/contract/admin/balance';
import { updateOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { resolvePayment } from '@kazna/contract/admin/payments';
import { changeMemberRole, removeMember, transferOwnership } from '@kazna/contract/cabinet/members';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { cancelPayment, refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  companyBody,
  newMember,
  openCompany,
  type SignedIn,
  signedInPerson,
} from '../../tests/support/organizations.ts';
import { openPayment, paidPayment, untilStatus } from '../../tests/support/payments.ts';
import { signInPerson } from '../../tests/support/people.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { balanceAdjusted } from '../money/notifications.ts';
import { notifyMembers } from '../organizations/notify-members.ts';
import { sendToReview } from '../payments/change-status.ts';
import { providerNotification } from '../payments/provider-callbacks/receive-callback.ts';
import { refundSettling } from '../payments/refunds/settle-refund.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { listLetters } from '../platform/mail/mailbox-store.ts';
import { letterDispatch } from './jobs.ts';

let shop: Shop;
let staff: SignedIn;
let owner: SignedIn;
let admin: SignedIn;
let accountant: SignedIn;
let payer: SignedIn;
let bystander: SignedIn;
let organizationId: string;
const { name } = companyBody();
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  staff = await newStaff(shop, 'admin', 'Секретный Сотрудник');
});
beforeEach(async () => {
  owner = await signedInPerson(shop, 'Ольга');
  organizationId = (await openCompany(shop, owner)).id;
  admin = await newMember(shop, organizationId, 'admin');
  accountant = await inside(await newMember(shop, organizationId, 'accountant'));
  payer = await inside(await newMember(shop, organizationId));
  bystander = await newMember(shop, organizationId);
});
afterAll(() => shop.close());

async function inside(member: SignedIn): Promise<SignedIn> {
  await shop.db.queryText('update sessions set organization_id = $2 where user_id = $1', [member.id, organizationId]);
  const { accessToken } = await signInPerson(shop, member);
  return { ...member, token: accessToken };
}

async function deliver(): Promise<void> {
  await shop.run(letterDispatch, {});
  const unfinished = "select from pgboss.job where name = 'organization-letter' and state < 'completed'";
  await expect.poll(async () => (await shop.db.queryText(unfinished)).rows, { timeout: 15_000 }).toEqual([]);
}

/** Subjects of the person's letters about the organization, oldest first. */
async function subjectsTo({ email }: SignedIn): Promise<string[]> {
  const letters = await listLetters(shop.db, email, 100);
  const subjects = letters.map(({ subject }) => subject).filter((subject) => subject.endsWith(`: ${name}`));
  return subjects.map((subject) => subject.slice(0, -name.length - 2).replaceAll('\u00a0', ' ')).toReversed();
}

const subjectsByRole = async () => ({
  owner: await subjectsTo(owner),
  admin: await subjectsTo(admin),
  accountant: await subjectsTo(accountant),
  payer: await subjectsTo(payer),
  bystander: await subjectsTo(bystander),
});
const toMoneyRoles = (...subjects: string[]) => ({ owner: subjects, admin: subjects, accountant: subjects });
const newest = async ({ email }: SignedIn) => (await listLetters(shop.db, email, 1))[0];
const refund = (paymentId: string, amountMinor: number) =>
  shop.call(
    refundPayment,
    { params: { paymentId }, body: { amountMinor, reason: 'Ошиблись суммой' } },
    { token: accountant.token },
  );
const adjust = (amountMinor: number, key: string = randomUUID()) =>
  shop.call(
    adjustBalance,
    { params: { organizationId }, body: { amountMinor, currency: 'RUB', reason: 'Абонентская плата за май' } },
    { token: staff.token, headers: { 'idempotency-key': key } },
  );

describe('e-mails about payments', () => {
  test('a credited payment is e-mailed to payer, owner, administrator and accountant, not to other members', async () => {
    await paidPayment(shop, payer, { amountMinor: 150_050 });
    await deliver();
    const subject = 'Пополнение на 1 500,50 ₽';
    expect(await subjectsByRole()).toEqual({ ...toMoneyRoles(subject), payer: [subject], bystander: [] });
    const toOwner = await newest(owner);
    expect(toOwner?.text).toContain('Плательщик: Мария\n');
    expect(toOwner?.text.replaceAll('\u00a0', ' ')).toContain('На балансе сейчас: 1 500,50 ₽');
    expect(toOwner?.html).toMatch(/Плательщик<.*Мария</);
    expect((await newest(payer))?.text).toContain('Плательщик: вы\n');
  });

  test('a payment whose success is received ten times is e-mailed once', async () => {
    const payment = await openPayment(shop, payer, { amountMinor: 10_000 });
    await shop.provider.payByCard(payment.providerId);
    const hint = { provider: 'yookassa', kind: 'payment' as const, objectId: payment.providerId };
    await Promise.all(Array.from({ length: 10 }, () => shop.run(providerNotification, hint)));
    await deliver();
    await shop.run(providerNotification, hint);
    await deliver();
    expect(await subjectsTo(owner)).toEqual(['Пополнение на 100,00 ₽']);
  });

  test('a declined payment is e-mailed to the payer alone, with what to do', async () => {
    const payment = await openPayment(shop, payer, { amountMinor: 10_000 });
    await shop.provider.payByCard(payment.providerId, '5555555555554600');
    await untilStatus(shop, payer, payment, 'canceled');
    await deliver();
    expect(await subjectsByRole()).toEqual({
      ...toMoneyRoles(),
      payer: ['Платёж на 100,00 ₽ не прошёл'],
      bystander: [],
    });
    expect((await newest(payer))?.text).toContain('Пополните карту или выберите другой способ.');
  });

  test('a payment canceled by its payer is e-mailed to nobody', async () => {
    const { id: paymentId } = await openPayment(shop, payer);
    await shop.call(cancelPayment, { params: { paymentId } }, { token: payer.token });
    await deliver();
    expect(await subjectsByRole()).toEqual({ ...toMoneyRoles(), payer: [], bystander: [] });
  });

  test.each([
    ['succeeded', 'Пополнение на 100,00 ₽'],
    ['canceled', 'Платёж на 100,00 ₽ не зачислен'],
  ] as const)(
    'a payment in review is e-mailed, and again when staff resolve it as %s, with the reason',
    async (status, end) => {
      const { id: paymentId } = await openPayment(shop, payer, { amountMinor: 10_000 });
      await shop.db.transaction((tx) => sendToReview(tx, paymentId, 'outcome_unknown'));
      await deliver();
      const body = { status, reason: 'Сверено с выпиской' };
      await shop.call(resolvePayment, { params: { paymentId }, body }, { token: staff.token });
      await deliver();
      const subjects = ['Платёж на 100,00 ₽ на проверке', end];
      expect(await subjectsByRole()).toEqual({ ...toMoneyRoles(...subjects), payer: subjects, bystander: [] });
      expect((await newest(owner))?.text).toContain('Сверено с выпиской');
      expect((await newest(owner))?.text).not.toContain('Секретный');
    },
  );
});

describe('e-mails about refunds', () => {
  test('a refund is e-mailed when it succeeds, and when it is requested to all but who did it', async () => {
    const { id } = await paidPayment(shop, payer, { amountMinor: 100_000 });
    await refund(id, 25_000);
    const wait = { timeout: 15_000 };
    await expect.poll(async () => (await refundsOf(id)).map(({ status }) => status), wait).toEqual(['succeeded']);
    await deliver();
    expect((await subjectsTo(owner)).toSorted()).toEqual(
      ['Пополнение на 1 000,00 ₽', 'Оформлен возврат 250,00 ₽', 'Возврат 250,00 ₽ прошёл'].toSorted(),
    );
    expect((await subjectsTo(accountant)).toSorted()).toEqual(
      ['Пополнение на 1 000,00 ₽', 'Возврат 250,00 ₽ прошёл'].toSorted(),
    );
    expect(await subjectsTo(payer)).toEqual(['Пополнение на 1 000,00 ₽']);
  });

  test('a canceled refund is e-mailed as back on the balance', async () => {
    const { id } = await paidPayment(shop, payer, { amountMinor: 100_000 });
    await shop.provider.misbehave({ on: 'refund', do: 'pending' });
    await refund(id, 25_000);
    // Until our side knows the provider's id: asked before that, the provider repeats its first answer.
    await expect.poll(async () => (await refundsOf(id))[0]?.providerId, { timeout: 15_000 }).toBeTruthy();
    const [row] = await refundsOf(id);
    await shop.provider.settleRefund(row?.providerId as string, { status: 'canceled', reason: 'rejected_by_payee' });
    await shop.run(refundSettling, { refundId: row?.id as string, attempt: 1 });
    await deliver();
    expect(await subjectsTo(accountant)).toContain('Возврат 250,00 ₽ не прошёл');
  });

  const refundsOf = async (paymentId: string) =>
    (
      await shop.db.queryText(
        'select id, status, provider_refund_id as "providerId" from refunds where payment_id = $1',
        [paymentId],
      )
    ).rows;
});

test('a correction is e-mailed once with its reason, without the name of the member of staff', async () => {
  const key = randomUUID();
  await adjust(50_000, key);
  await adjust(50_000, key);
  await deliver();
  expect(await subjectsByRole()).toEqual({
    ...toMoneyRoles('Корректировка: зачислено 500,00 ₽'),
    payer: [],
    bystander: [],
  });
  const letter = await newest(owner);
  expect(letter?.text).toContain('Причина: Абонентская плата за май\n');
  expect(letter?.text).not.toContain('Секретный');
  await adjust(-20_000);
  await deliver();
  expect(await subjectsTo(owner)).toContain('Корректировка: списано 200,00 ₽');
});

test('a refused correction is e-mailed to nobody', async () => {
  expect((await adjust(-1_000_000)).status).toBe(409);
  await deliver();
  expect(await subjectsTo(owner)).toEqual([]);
});

test('a notification of a rolled back transaction is e-mailed to nobody', async () => {
  const details = { amountMinor: 100, currency: 'RUB' as const, reason: 'Не случилось' };
  const failing = shop.db.transaction(async (tx) => {
    await notifyMembers(tx, balanceAdjusted, { organizationId, sourceId: uuidv7(), details });
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow('too late');
  await deliver();
  expect(await subjectsTo(owner)).toEqual([]);
});

test('a notification of a kind that no feature declares is e-mailed without details', async () => {
  await adjust(50_000);
  await shop.db.queryText("update notifications set kind = 'removed_kind' where organization_id = $1", [
    organizationId,
  ]);
  await deliver();
  expect(await subjectsTo(owner)).toEqual(['Новое событие']);
});

test('a member removed, demoted or blocked before the letter is sent gets none', async () => {
  await adjust(50_000);
  const params = { organizationId, userId: accountant.id };
  await shop.call(removeMember, { params }, { token: owner.token });
  await shop.db.queryText("update memberships set role = 'member' where user_id = $1 and organization_id = $2", [
    admin.id,
    organizationId,
  ]);
  await shop.db.queryText("update users set status = 'blocked' where id = $1", [owner.id]);
  await deliver();
  expect(await subjectsByRole()).toEqual({ ...toMoneyRoles(), payer: [], bystander: [] });
});

test('a role change is e-mailed to the member and the owners, a transfer to both sides', async () => {
  const params = { organizationId, userId: bystander.id };
  await shop.call(changeMemberRole, { params, body: { role: 'admin' } }, { token: owner.token });
  await deliver();
  expect(await subjectsByRole()).toEqual({
    owner: ['Новая роль участника: администратор'],
    admin: [],
    accountant: [],
    payer: [],
    bystander: ['Ваша роль теперь администратор'],
  });
  const body = { userId: admin.id };
  await shop.call(transferOwnership, { params: { organizationId }, body }, { token: owner.token });
  await deliver();
  expect(await subjectsTo(admin)).toContain('Ваша роль теперь владелец');
  expect(await subjectsTo(owner)).toContain('Ваша роль теперь администратор');
});

test('suspension and resumption are e-mailed with their reasons, a closing to every member', async () => {
  for (const status of ['suspended', 'active'] as const) {
    const body = { status, reason: 'По письму владельца' };
    await shop.call(updateOrganizationAsStaff, { params: { organizationId }, body }, { token: staff.token });
  }
  await deliver();
  expect((await subjectsTo(accountant)).toSorted()).toEqual([
    'Организация приостановлена',
    'Организация снова работает',
  ]);
  expect(await subjectsTo(bystander)).toEqual([]);
  expect((await newest(owner))?.text).toContain('По письму владельца');
  await shop.call(closeOrganization, { params: { organizationId }, body: { name } }, { token: owner.token });
  await deliver();
  expect(await subjectsTo(bystander)).toEqual(['Организация закрыта']);
});

test('a burst of notifications comes as one summary, the rest waits for the rate limit, and nothing is lost', async () => {
  for (let turn = 1; turn <= 7; turn += 1) await adjust(turn * 100);
  await deliver();
  expect(await subjectsTo(owner)).toEqual(['Новые события (7)']);
  expect((await newest(owner))?.text.replaceAll('\u00a0', ' ')).toMatch(/МСК\): Корректировка: зачислено 7,00 ₽\n/);
  for (let turn = 1; turn <= 4; turn += 1) await adjust(turn * 100);
  await deliver();
  expect(await subjectsTo(owner)).toHaveLength(5);
  for (let turn = 1; turn <= 3; turn += 1) await adjust(turn * 1000);
  await deliver();
  expect(await subjectsTo(owner)).toHaveLength(5);
  const pass = "update notifications set queued_at = queued_at - interval '1 hour' where queued_at is not null";
  await shop.db.queryText(pass);
  await deliver();
  expect(await subjectsTo(owner)).toHaveLength(8);
});

test('a notification dispatched by ten processes at once is e-mailed once', async () => {
  await adjust(50_000);
  await Promise.all(Array.from({ length: 10 }, () => shop.run(letterDispatch, {})));
  await deliver();
  expect(await subjectsTo(owner)).toHaveLength(1);
});

test('an e-mail shows times in the recipient’s time zone', async () => {
  await shop.db.queryText("update users set timezone = 'Asia/Vladivostok' where id = $1", [accountant.id]);
  await adjust(100);
  await shop.db.queryText('update notifications set created_at = $1 where organization_id = $2', [
    '2026-05-01T20:30:00Z',
    organizationId,
  ]);
  await deliver();
  expect((await newest(owner))?.text).toContain('1 мая 2026, 23:30 (МСК)');
  expect((await newest(accountant))?.text).toContain('2 мая 2026, 06:30 (UTC+10)');
});

test('names with dots do not become links in e-mails', async () => {
  await shop.db.queryText('update organizations set name = $2 where id = $1', [organizationId, 'ООО «Ромашка.ру»']);
  await shop.db.queryText('update users set name = $2 where id = $1', [bystander.id, 'https://evil.com']);
  const params = { organizationId, userId: bystander.id };
  await shop.call(changeMemberRole, { params, body: { role: 'admin' } }, { token: owner.token });
  await deliver();
  const letter = await newest(owner);
  expect(letter?.subject).toContain('Ромашка.\u2060ру');
  for (const part of [letter?.subject, letter?.text, letter?.html]) {
    expect(part).not.toContain('Ромашка.ру');
    expect(part).not.toContain('evil.com');
  }
});
