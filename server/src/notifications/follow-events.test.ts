import { setLowBalance } from '@kazna/contract/cabinet/balance';
import { acceptInvitation, inviteMember, listReceivedInvitations } from '@kazna/contract/cabinet/invitations';
import { createCharge } from '@kazna/contract/v1/charges';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { notificationsOf, titlesOf } from '../../tests/support/notifications.ts';
import { openCompany, signedInPerson } from '../../tests/support/organizations.ts';
import { signInPerson } from '../../tests/support/people.ts';
import { notificationKinds } from '../notification-kinds.ts';
import { directory } from '../organizations/reads.ts';
import { followEvents } from './follow-events.ts';

const app = appForThisFile();
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
});

async function fundedOwner(amountMinor: number) {
  const owner = await signedInPerson(app, 'Ольга');
  const { id: organizationId } = await openCompany(app, owner);
  await topUp(app, organizationId, amountMinor);
  return { ...owner, organizationId };
}
const charge = (organizationId: string, amountMinor: number) =>
  call(createCharge, { body: { organizationId, amountMinor, currency: 'RUB', description: 'Трафик' } });
const lowTitles = async (owner: { token: string }) => {
  await followEvents(app.db, { kinds: notificationKinds, directory });
  return titlesOf(app, owner, { category: 'balance' });
};
const warnBelow = (
  { token, organizationId }: { token: string; organizationId: string },
  thresholdMinor: number | null,
) => app.call(setLowBalance, { params: { organizationId }, body: { currency: 'RUB', thresholdMinor } }, { token });

test('a balance that falls below the chosen sum is told once, and again only after it has risen above', async () => {
  const owner = await fundedOwner(1_000_000);
  expect(await warnBelow(owner, 990_000)).toMatchObject({ status: 204 });
  await charge(owner.organizationId, 9_000);
  expect(await lowTitles(owner)).toEqual([]);
  await charge(owner.organizationId, 2_000);
  await charge(owner.organizationId, 1_000);
  expect(await lowTitles(owner)).toEqual(['Баланс заканчивается: осталось 9 890,00 ₽']);
  await topUp(app, owner.organizationId, 1_000);
  await charge(owner.organizationId, 500);
  expect(await lowTitles(owner)).toHaveLength(1);
  await topUp(app, owner.organizationId, 100_000);
  await charge(owner.organizationId, 100_000);
  expect(await lowTitles(owner)).toHaveLength(2);
});

test('a threshold above the balance is no crossing, and without one the days alone decide', async () => {
  const owner = await fundedOwner(1_000_000);
  await warnBelow(owner, 2_000_000);
  await charge(owner.organizationId, 100);
  expect(await lowTitles(owner)).toEqual([]);
  await warnBelow(owner, null);
  await charge(owner.organizationId, 100);
  expect(await lowTitles(owner)).toEqual([]);
  await charge(owner.organizationId, 950_000);
  expect(await lowTitles(owner)).toEqual(['Баланс заканчивается: осталось 498,00 ₽']);
});

test('a balance that is low by days is told again once it falls below the chosen sum, and the other way round', async () => {
  const owner = await fundedOwner(1_000_000);
  await warnBelow(owner, 50_000);
  await charge(owner.organizationId, 920_000);
  expect(await lowTitles(owner)).toEqual(['Баланс заканчивается: осталось 800,00 ₽']);
  await charge(owner.organizationId, 20_000);
  expect(await lowTitles(owner)).toHaveLength(1);
  await charge(owner.organizationId, 20_000);
  await charge(owner.organizationId, 10_000);
  expect(await lowTitles(owner)).toEqual([
    'Баланс заканчивается: осталось 400,00 ₽',
    'Баланс заканчивается: осталось 800,00 ₽',
  ]);
  const other = await fundedOwner(1_000_000);
  await warnBelow(other, 990_000);
  await charge(other.organizationId, 20_000);
  await charge(other.organizationId, 100_000);
  expect(await lowTitles(other)).toHaveLength(1);
  await charge(other.organizationId, 870_000);
  expect(await lowTitles(other)).toEqual([
    'Баланс заканчивается: осталось 100,00 ₽',
    'Баланс заканчивается: осталось 9 800,00 ₽',
  ]);
});

test('ten processes that follow events at once tell of each once', async () => {
  const owner = await fundedOwner(1000);
  await charge(owner.organizationId, 990);
  await Promise.all(Array.from({ length: 10 }, () => followEvents(app.db, { kinds: notificationKinds, directory })));
  expect(await lowTitles(owner)).toHaveLength(1);
});

test('a member who joins is told to owners and administrators, not to themselves', async () => {
  const owner = await fundedOwner(1000);
  const invited = await signedInPerson(app, 'Борис');
  const { organizationId } = owner;
  const body = { email: invited.email, role: 'admin' as const };
  await app.call(inviteMember, { params: { organizationId }, body }, { token: owner.token });
  const received = await app.call(listReceivedInvitations, {}, { token: invited.token });
  const invitationId = received.body.items[0]?.id as string;
  await app.call(acceptInvitation, { params: { invitationId } }, { token: invited.token });
  expect(await notificationsOf(app, owner, { category: 'members' })).toMatchObject([
    { title: 'Новый участник: Борис', path: `/organization/${organizationId}?tab=members` },
  ]);
  expect(await titlesOf(app, invited, { category: 'members' })).toEqual([]);
});

test('a sign-in from an unknown device rings for the person alone', async () => {
  const person = await signedInPerson(app);
  await signInPerson(app, person, { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } });
  expect(await notificationsOf(app, person)).toMatchObject([
    { title: 'Вход с нового устройства', category: 'security', organizationId: null, path: '/profile' },
  ]);
});
