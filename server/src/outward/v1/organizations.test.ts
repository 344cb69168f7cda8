import { randomUUID } from 'node:crypto';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { acceptInvitation, listReceivedInvitations } from '@kazna/contract/cabinet/invitations';
import { signUpInvited } from '@kazna/contract/cabinet/invited-sign-up';
import { closeOrganization as closeByOwner } from '@kazna/contract/cabinet/organizations';
import { createCharge } from '@kazna/contract/v1/charges';
import { listLedger } from '@kazna/contract/v1/ledger';
import * as contract from '@kazna/contract/v1/organizations';
import { listPayments } from '@kazna/contract/v1/payments';
import { sendUsage } from '@kazna/contract/v1/usage';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { callerWith, fundedOrganization } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import {
  addMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../../tests/support/organizations.ts';
import { seedPayments } from '../../../tests/support/payments.ts';
import { newPerson, signUpBody } from '../../../tests/support/people.ts';
import { plantMeter } from '../../../tests/support/usage.ts';
import { acceptInvitation as acceptAs } from '../../organizations/invitations/answer-invitation.ts';

const app = appForThisFile();
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
});

const open = (body: object = {}, idempotencyKey?: string) =>
  call(
    contract.createOrganization,
    { body: { kind: 'company', name: 'ООО «Лютик»', ownerEmail: newPerson().email, ...body } },
    idempotencyKey,
  );
const change = (organizationId: string, body: object) =>
  call(contract.updateOrganization, { params: { organizationId }, body });
const received = async ({ token }: SignedIn) => (await app.call(listReceivedInvitations, {}, { token })).body.items;
const accept = async (person: SignedIn) => {
  const [invitation] = await received(person);
  const params = { invitationId: invitation?.id ?? randomUUID() };
  return (await app.call(acceptInvitation, { params }, { token: person.token })).status;
};

describe('opening an organization', () => {
  test('an organization is opened once a key, without members, and found by the business’s own id', async () => {
    const externalId = `crm:${randomUUID()}`;
    const [body, repeated] = [{ externalId, metadata: { plan: 'gold' }, ownerEmail: newPerson().email }, randomUUID()];
    const first = await open(body, repeated);
    expect(first).toMatchObject({
      status: 201,
      body: { externalId, status: 'active', balances: [], metadata: { plan: 'gold' } },
    });
    expect(await open(body, repeated)).toEqual(first);
    const found = (await call(contract.listOrganizations, { query: { externalId } })).body;
    expect(found).toEqual({ items: [first.body], nextCursor: null });
    expect(await rolesIn(app, first.body.id)).toEqual({});
  });

  test('an external id is taken by one organization', async () => {
    const externalId = randomUUID();
    const answers = await Promise.all([open({ externalId }), open({ externalId }), open({ externalId })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const other = (await open()).body.id;
    expect(await change(other, { externalId })).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
  });

  test('an organization gets the external id of a closed one, and look-ups find the open one', async () => {
    const externalId = randomUUID();
    const owner = await signedInPerson(app);
    const first = (await open({ externalId, ownerEmail: owner.email })).body;
    expect(await accept(owner)).toBe(200);
    const close = { params: { organizationId: first.id }, body: { name: first.name } };
    expect((await app.call(closeByOwner, close, { token: owner.token })).status).toBe(204);
    const find = async () => (await call(contract.listOrganizations, { query: { externalId } })).body.items;
    const meter = await plantMeter(app.db);
    const use = async () => {
      const event = () => ({ id: randomUUID(), meter, quantity: 1, occurredAt: new Date().toISOString() });
      const events = [
        { ...event(), organizationId: first.id },
        { ...event(), externalId },
      ];
      return (await call(sendUsage, { body: { events } })).body.refused;
    };
    expect(await find()).toMatchObject([{ id: first.id, status: 'closed', externalId }]);
    expect(await use()).toMatchObject([{ index: 0 }, { index: 1, code: 'organization_closed' }]);
    const second = await open({ externalId });
    expect(second).toMatchObject({ status: 201, body: { externalId, status: 'active' } });
    expect(await find()).toEqual([second.body]);
    expect(await use()).toMatchObject([{ index: 0, code: 'organization_closed' }]);
    expect(await open({ externalId })).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
    const organizationId = first.id;
    const read = await call(contract.getOrganization, { params: { organizationId } });
    expect(read.body).toMatchObject({ status: 'closed', externalId });
  });

  test('only the account with the invited address becomes the owner', async () => {
    const [owner, stranger] = [await signedInPerson(app), await signedInPerson(app)];
    const { id } = (await open({ ownerEmail: owner.email })).body;
    const [invitation] = await received(owner);
    expect(invitation).toMatchObject({ role: 'owner', invitedBy: 'Поддержка' });
    const params = { invitationId: invitation?.id as string };
    expect((await app.call(acceptInvitation, { params }, { token: stranger.token })).status).toBe(404);
    expect(await rolesIn(app, id)).toEqual({});
    expect(await accept(owner)).toBe(200);
    expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'owner' });
  });

  test('whoever has no account becomes the owner by the letter alone', async () => {
    const person = newPerson();
    const { id } = (await open({ ownerEmail: person.email })).body;
    const letter = await app.letter(person.email, 'Приглашение');
    expect(letter.text).toContain('Ваша роль: владелец.');
    const token = /invitation=([\w-]+)/.exec(letter.text)?.[1] as string;
    const { email: _, ...form } = signUpBody(person);
    expect((await app.call(signUpInvited, { body: { ...form, token: `${token}x` } })).status).toBe(400);
    expect((await app.call(signUpInvited, { body: { ...form, token } })).status).toBe(201);
    expect(Object.values(await rolesIn(app, id))).toEqual(['owner']);
  });

  test('another owner is invited only before there is one, and the first invitation ends', async () => {
    const [first, second] = [await signedInPerson(app), await signedInPerson(app)];
    const { id } = (await open({ ownerEmail: first.email })).body;
    expect((await change(id, { ownerEmail: second.email })).status).toBe(200);
    expect(await accept(first)).toBe(404);
    expect(await accept(second)).toBe(200);
    expect(await change(id, { ownerEmail: first.email })).toMatchObject({
      status: 409,
      body: { code: 'organization_has_owner' },
    });
  });

  test('another owner is invited where every owner is blocked', async () => {
    const [first, second] = [await signedInPerson(app), await signedInPerson(app)];
    const { id } = (await open({ ownerEmail: first.email })).body;
    await accept(first);
    await app.db.queryText("update users set status = 'blocked' where id = $1", [first.id]);
    expect((await change(id, { ownerEmail: second.email })).status).toBe(200);
    expect(await accept(second)).toBe(200);
    expect((await rolesIn(app, id))[second.id]).toBe('owner');
  });

  test('a member who is invited as the owner becomes one', async () => {
    const [first, member] = [await signedInPerson(app), await signedInPerson(app)];
    const { id } = (await open({ ownerEmail: first.email })).body;
    await accept(first);
    await addMember(app, id, member, 'admin');
    await app.db.queryText("update users set status = 'blocked' where id = $1", [first.id]);
    await change(id, { ownerEmail: member.email });
    expect(await accept(member)).toBe(200);
    expect((await rolesIn(app, id))[member.id]).toBe('owner');
    const { items } = (await app.call(listAudit, { params: { organizationId: id } }, { token: member.token })).body;
    expect(items[0]).toMatchObject({ action: 'member.role_changed', details: { from: 'admin', to: 'owner' } });
  });

  test('inviting the same owner again sends no letter and ends no link, until the invitation has expired', async () => {
    const { email } = newPerson();
    const { id } = (await open({ ownerEmail: email })).body;
    await app.letter(email, 'Приглашение');
    const invitations = async () =>
      (await app.db.queryText('select id, status from invitations where email = $1 order by id', [email])).rows;
    const [first] = await invitations();
    const again = () => change(id, { ownerEmail: email });
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await invitations()).toEqual([first]);
    await app.db.queryText('update invitations set expires_at = now() where email = $1', [email]);
    expect((await again()).status).toBe(200);
    expect((await invitations()).map(({ status }) => status)).toEqual(['revoked', 'pending']);
  });

  test('an invitation of another owner waits for the first one’s acceptance', async () => {
    const owner = await signedInPerson(app);
    const { id } = (await open({ ownerEmail: owner.email })).body;
    const [invitation] = await received(owner);
    const [changing] = await app.db.transaction(async (tx) => {
      await tx.queryText('select from invitations where id = $1 for no key update', [invitation?.id]);
      const call = change(id, { ownerEmail: newPerson().email });
      await untilDoneOrBlocked(app, call);
      await acceptAs(tx, { id: owner.id, address: null }, invitation?.id as string);
      return [call] as const;
    });
    expect(await changing).toMatchObject({ status: 409, body: { code: 'organization_has_owner' } });
    expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'owner' });
  });

  test('members see neither the key’s name nor its address in their log', async () => {
    const owner = await signedInPerson(app);
    const { id } = (await open({ ownerEmail: owner.email })).body;
    await accept(owner);
    const { items } = (await app.call(listAudit, { params: { organizationId: id } }, { token: owner.token })).body;
    expect(items.map(({ action, actorName, address }) => [action, actorName, address])).toEqual([
      ['member.joined', owner.name, '127.0.0.1'],
      ['invitation.sent', 'Поддержка', null],
      ['organization.created', 'Поддержка', null],
    ]);
  });
});

describe('changing an organization', () => {
  test('given fields replace the old ones and the others stay', async () => {
    const { id } = (await open({ metadata: { a: '1' } })).body;
    expect((await change(id, { name: 'ООО «Клевер»' })).body).toMatchObject({
      name: 'ООО «Клевер»',
      metadata: { a: '1' },
    });
    expect((await change(id, { metadata: { b: '2' } })).body).toMatchObject({
      name: 'ООО «Клевер»',
      metadata: { b: '2' },
    });
  });

  test('an organization is suspended and resumed with a reason, and a repeated call notifies nobody again', async () => {
    const owner = await signedInPerson(app);
    const { id } = await openCompany(app, owner);
    expect(await change(id, { status: 'suspended' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason' }] },
    });
    for (const status of ['suspended', 'suspended', 'active', 'active'])
      expect((await change(id, { status, reason: 'Просрочка' })).body.status).toBe(status);
    const { rows } = await app.db.queryText(
      "select action from audit_log where organization_id = $1 and action ~ 'suspended|resumed' order by id",
      [id],
    );
    expect(rows).toEqual([{ action: 'organization.suspended' }, { action: 'organization.resumed' }]);
  });

  test('a closed organization is read but not changed', async () => {
    const owner = await signedInPerson(app);
    const { id, name } = await openCompany(app, owner);
    await app.call(closeByOwner, { params: { organizationId: id }, body: { name } }, { token: owner.token });
    expect(await change(id, { name: 'Другое' })).toMatchObject({ status: 409, body: { code: 'organization_closed' } });
    expect((await call(contract.getOrganization, { params: { organizationId: id } })).body.status).toBe('closed');
  });
});

describe('reading by cursor', () => {
  /** All ids, a page of two at a time. */
  async function readAll(read: (page: { limit: number; cursor?: string }) => ReturnType<typeof pageOf>) {
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read({ limit: 2, ...(cursor && { cursor }) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor && ids.length < 50);
    return ids;
  }
  const pageOf = async (answer: Promise<{ body: { items: { id: string }[]; nextCursor: string | null } }>) =>
    (await answer).body;

  test('an organization’s ledger is read in pages without gaps or repetitions', async () => {
    const organizationId = await fundedOrganization(app, 1000);
    const body = { organizationId, amountMinor: 1, currency: 'RUB' as const, description: 'Трафик' };
    for (let count = 0; count < 6; count += 1) await call(createCharge, { body });
    const ids = await readAll((page) => pageOf(call(listLedger, { query: { ...page, organizationId } })));
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    expect((await call(listLedger, { query: { organizationId: randomUUID() } })).status).toBe(404);
  });

  test('payments are read in pages, of one organization or by status', async () => {
    const owner = await signedInPerson(app);
    const { id: organizationId } = await openCompany(app, owner);
    const statuses = ['succeeded', 'pending', 'succeeded', 'canceled', 'succeeded'] as const;
    const made = await seedPayments(app, { ...owner, organizationId }, 5, (index) => ({ status: statuses[index] }));
    const read = (query: object) => readAll((page) => pageOf(call(listPayments, { query: { ...page, ...query } })));
    expect((await read({ organizationId })).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(await read({ organizationId, status: 'succeeded' })).toHaveLength(3);
    expect((await read({})).length).toBeGreaterThanOrEqual(5);
  });

  test.each(['/v1/organizations?cursor=x', '/v1/payments?limit=0', '/v1/payments?limit=abc', '/v1/ledger'])(
    '%s answers 400 in English',
    async (url) => {
      const { key } = await newKey(app);
      const response = await app.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'validation_failed', title: 'Invalid request' });
      expect(response.body).not.toMatch(/[а-яё]/i);
    },
  );
});
