import { listAudit } from '@kazna/contract/cabinet/audit';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { addMember, openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const app = appForThisFile();
let owner: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(app, 'Ольга');
  admin = await signedInPerson(app, 'Андрей');
});

async function openWithoutLog(): Promise<string> {
  const { id } = await openCompany(app, admin);
  await addMember(app, id, owner, 'owner');
  return id;
}

async function write(organizationId: string, action: string, at: string, actor = owner): Promise<string> {
  const id = uuidv7(Date.parse(at));
  await app.db.queryText(
    `insert into audit_log (id, organization_id, actor_id, action, address, created_at)
     values ($1, $2, $3, $4, '10.0.0.1', $5)`,
    [id, organizationId, actor.id, action, at],
  );
  return id;
}

const list = (organizationId: string, query: object) =>
  app.call(listAudit, { params: { organizationId }, query }, { token: owner.token });
const idsOf = async (organizationId: string, query: object) =>
  (await list(organizationId, query)).body.items.map(({ id }) => id);

describe('filters of the audit log', () => {
  test('the audit log filters by action, by person, by time, and by all together', async () => {
    const id = await openWithoutLog();
    const left = await write(id, 'member.left', '2026-01-01T10:00:00.000Z');
    const joined = await write(id, 'member.joined', '2026-01-02T10:00:00.000Z', admin);
    const removed = await write(id, 'member.removed', '2026-01-03T10:00:00.000Z');
    const again = await write(id, 'member.joined', '2026-01-04T10:00:00.000Z');
    const past = { to: '2026-01-05T00:00:00.000Z' };
    expect(await idsOf(id, past)).toEqual([again, removed, joined, left]);
    expect(await idsOf(id, { ...past, action: 'member.joined' })).toEqual([again, joined]);
    expect(await idsOf(id, { ...past, actorId: admin.id })).toEqual([joined]);
    expect(await idsOf(id, { ...past, from: '2026-01-03T10:00:00.000Z' })).toEqual([again, removed]);
    expect(await idsOf(id, { to: '2026-01-03T10:00:00.000Z' })).toEqual([joined, left]);
    const all = { action: 'member.joined', actorId: owner.id, from: '2026-01-02T00:00:00.000Z', ...past };
    expect(await idsOf(id, all)).toEqual([again]);
    expect(await idsOf(id, { actorId: uuidv7() })).toEqual([]);
  });

  test.each([
    ['action', 'member.exploded'],
    ['actorId', 'somebody'],
    ['from', 'вчера'],
    ['to', '2026-13-01'],
    ['limit', '101'],
    ['cursor', '1'],
  ])('the audit log refuses an invalid %s', async (path, value) => {
    const id = await openWithoutLog();
    expect(await list(id, { [path]: value })).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test('the audit log never shows another organization’s entries', async () => {
    const [mine, foreign] = [await openWithoutLog(), await openWithoutLog()];
    const entry = await write(foreign, 'member.left', '2026-01-01T10:00:00.000Z');
    expect(await idsOf(mine, { actorId: owner.id })).toEqual([]);
    expect(await idsOf(foreign, { actorId: owner.id })).toEqual([entry]);
  });
});

test('pages of the audit log neither repeat nor skip while entries are written or share a time', async () => {
  const organizationId = await openWithoutLog();
  const written: string[] = [];
  for (let turn = 0; turn < 45; turn += 1) {
    written.push(await write(organizationId, 'member.left', `2026-01-0${1 + Math.floor(turn / 15)}T10:00:00.000Z`));
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: 10, to: '2026-01-31T00:00:00.000Z', ...(cursor ? { cursor } : {}) };
    const page: Awaited<ReturnType<typeof list>> = await list(organizationId, query);
    expect(page.body.items.length).toBeLessThanOrEqual(10);
    seen.push(...page.body.items.map(({ id }) => id));
    cursor = page.body.nextCursor;
    await write(organizationId, 'member.left', '2026-01-30T10:00:00.000Z');
  } while (cursor);
  expect(seen).toEqual(written.toSorted().toReversed());
});

describe('the log only appends', () => {
  const change = (text: string, id: string) => app.db.queryText(text, [id]);

  test.each([
    ["update audit_log set action = 'member.joined' where id = $1"],
    ["update audit_log set address = '10.0.0.2' where id = $1"],
    ['update audit_log set address = null, details = \'{"a": "b"}\' where id = $1'],
    ["update audit_log set created_at = created_at - interval '1 day' where id = $1"],
    ['delete from audit_log where id = $1'],
  ])('the database refuses to change the audit log: %s', async (text) => {
    const id = await write(await openWithoutLog(), 'member.left', '2026-01-01T10:00:00.000Z');
    await expect(change(text, id)).rejects.toThrow('audit_log only appends');
  });

  test('the network address of an audit entry can be deleted, and the entry stays', async () => {
    const organizationId = await openWithoutLog();
    const id = await write(organizationId, 'member.left', '2026-01-01T10:00:00.000Z');
    await change('update audit_log set address = null where id = $1', id);
    const { body } = await list(organizationId, { action: 'member.left' });
    expect(body.items).toMatchObject([{ id, actorName: 'Ольга', address: null }]);
    await expect(change("update audit_log set address = '10.0.0.1' where id = $1", id)).rejects.toThrow();
  });
});
