import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { insertOrganizationWithOwner } from '../../../src/organizations/create-organization.ts';
import { accountOfAddress, createAccount } from '../../../src/people/accounts/create-account.ts';
import { hashPassword } from '../../../src/people/accounts/credentials.ts';
import { loadSessionKeys } from '../../../src/people/accounts/sessions/session-keys-store.ts';
import type { Transaction } from '../../../src/platform/db/database.ts';
import { sql } from '../../../src/platform/db/sql.ts';
import { Problem } from '../../../src/platform/http/problem.ts';
import { SoftwarePasskey } from '../../support/authenticator.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { plantPasskey, testOrigin } from '../../support/passkeys.ts';
import { claimGuessesFail, claimNothingIsTaken, claimVictimGetsIn, claimVouchedForGetsAnAccount } from './claims.ts';
import { stepsFrom } from './steps.ts';
import { address, databaseWithin, outboxQueue, type Testbed } from './testbed.ts';

/** Every statement steps over the rows that were taken back, and autovacuum is slower than the walk. */
const cleanup =
  'vacuum (truncate false) users, registrations, letter_tokens, invitations, throttle_counters, passkeys, spent_passkey_challenges, external_identities, external_visits';
const stepsBetweenCleanups = 250;

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterEach(() => database.remove());

async function createTestbed(tx: Transaction, hasProviders: boolean): Promise<Testbed> {
  const db = databaseWithin(tx);
  const people = [];
  for (const name of ['attacker', 'owner'] as const) {
    const [email, passwordHash] = [`${name}@example.ru`, await hashPassword(`password of ${name}`)];
    const id = (await createAccount(tx, accountOfAddress(email, passwordHash, name))) as string;
    const organization = { kind: 'person', name } as const;
    people.push({
      id,
      email,
      passwordHash,
      organizationId: await insertOrganizationWithOwner(tx, organization, id),
    });
  }
  const [attacker, owner] = people as [Testbed['attacker'], Testbed['attacker']];
  await tx.queryText("update users set referral_code = 'ATTACKER' where id = $1", [attacker.id]);
  const knowledge = { outbox: [], letters: [], registrations: [], victimPasswords: [], invitations: [] };
  const documentVersions = { offer: '1', 'personal-data': '1', advertising: '1', 'automatic-charges': '1' };
  const keys = await loadSessionKeys(db, 'a secret of at least thirty-two characters');
  const passkeys = { attacker: new SoftwarePasskey(testOrigin), victim: new SoftwarePasskey(testOrigin) };
  await plantPasskey({ db }, attacker.id, passkeys.attacker);
  const testbed: Testbed = {
    db,
    passkeys,
    keys,
    documentVersions,
    attacker,
    owner,
    knowledge,
    hasProviders,
    queue: outboxQueue(() => testbed),
  };
  return testbed;
}

/**
 * Equal for equivalent states: ids, secrets and the order of past steps are left out. Letters decide what people can do
 * next, not what they have: no claim reads one that came before it.
 */
async function describeState({ db, knowledge }: Testbed): Promise<{ done: string; underWay: string }> {
  const [row] = await db.query<object>(sql`
    select (select json_agg(id order by id) from registrations where email = ${address}) as registrations,
      (select json_build_array(password_hash, referrer_id, name) from users where email = ${address}) as account,
      (select count(*) from passkeys p join users u on u.id = p.user_id where u.email = ${address}) as passkeys,
      (select json_agg(json_build_array(e.subject, u.email = ${address}) order by e.subject)
        from external_identities e join users u on u.id = e.user_id) as providers,
      (select json_agg(distinct purpose || coalesce(registration_id::text, '')) from letter_tokens
        where used_at is null) as tokens,
      (select json_agg(json_build_array(invited_by, status) order by invited_by) from invitations) as invitations`);
  const { registrations } = knowledge;
  let text = JSON.stringify(row);
  registrations.forEach(({ id, hash }, index) => {
    text = text.replaceAll(id, String(index)).replaceAll(hash, `password ${index}`);
  });
  text = text.replace(/\$argon2id[^"]*/, 'password set by a letter');
  const sorted = (labels: string[]) => [...new Set(labels)].sort().join();
  const owners = registrations.map(({ owner, isExternal }) => owner[0] + (isExternal ? '!' : '')).join('');
  const done = [text, owners, knowledge.victimPasswords.length > 0].join('; ');
  const underWay = [knowledge.letters, knowledge.outbox].map((of) => sorted(of.map(({ label }) => label))).join('; ');
  return { done, underWay };
}

/** Rolls the work back. */
async function tryOut<T>(testbed: Testbed, work: () => Promise<T>): Promise<T> {
  const { knowledge } = testbed;
  const takenBack = new Error('taken back');
  let result: T | undefined;
  testbed.knowledge = structuredClone(knowledge);
  try {
    await testbed.db.transaction(async () => {
      result = await work();
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  } finally {
    testbed.knowledge = knowledge;
  }
  return result as T;
}

interface Walk {
  /** Next states by step, and the number of steps that were left. */
  walkedOn: Map<string, { left: number; next: string[] }>;
  /** States that are checked already. */
  claimed: Set<string>;
  stepsRun: number;
}

/** Explores from here and returns the state; a state explored with as many steps left is skipped. */
async function walk(testbed: Testbed, left: number, past: string[], walked: Walk): Promise<string> {
  const { done, underWay } = await describeState(testbed);
  const state = `${done} ${underWay}`;
  if (!walked.claimed.has(done)) await claim(testbed, past);
  walked.claimed.add(done);
  if (left === 0 || (walked.walkedOn.get(state)?.left ?? 0) >= left) return state;
  const next: string[] = [];
  walked.walkedOn.set(state, { left, next });
  const count = stepsFrom(testbed).length;
  for (let index = 0; index < count; index += 1) {
    const reached = await tryOut(testbed, async () => {
      // Copied, because this branch changes what people know.
      const step = stepsFrom(testbed)[index];
      if (!step) throw new Error('no such step');
      walked.stepsRun += 1;
      if (walked.stepsRun % stepsBetweenCleanups === 0) await database.db.queryText(cleanup);
      await step.run(testbed).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw new Error([...past, step.name].join(', '), { cause: error });
      });
      return walk(testbed, left - 1, [...past, step.name], walked);
    });
    next.push(reached);
  }
  return state;
}

function countSequences({ walkedOn }: Walk, start: string, longest: number): number {
  let ends = new Map([[start, 1]]);
  let total = 1;
  for (let step = 0; step < longest; step += 1) {
    const further = new Map<string, number>();
    for (const [state, ways] of ends) {
      for (const next of walkedOn.get(state)?.next ?? []) further.set(next, (further.get(next) ?? 0) + ways);
    }
    ends = further;
    for (const ways of ends.values()) total += ways;
  }
  return total;
}

async function claim(testbed: Testbed, past: string[]): Promise<void> {
  try {
    await tryOut(testbed, () => claimNothingIsTaken(testbed));
    await tryOut(testbed, () => claimGuessesFail(testbed));
    if (testbed.hasProviders) await tryOut(testbed, () => claimVouchedForGetsAnAccount(testbed));
    await tryOut(testbed, async () => {
      if (await claimVictimGetsIn(testbed)) await claimNothingIsTaken(testbed);
    });
  } catch (error) {
    throw new Error(`after: ${past.join(', ')}`, { cause: error });
  }
}

async function walkAll(longest: number, hasProviders: boolean): Promise<number> {
  const walked: Walk = { walkedOn: new Map(), claimed: new Set(), stepsRun: 0 };
  const start = await database.db.transaction(async (tx) =>
    walk(await createTestbed(tx, hasProviders), longest, [], walked),
  );
  const sequences = countSequences(walked, start, longest);
  console.info(`${sequences} sequences, ${walked.claimed.size} different states, ${walked.stepsRun} steps run`);
  return sequences;
}

const rule =
  'in no order of five steps does whoever cannot read a mailbox get into its account, and its reader always does';
test(rule, { timeout: 600_000 }, async () => {
  expect(await walkAll(5, false)).toBeGreaterThan(10_000);
});

/** Four take a minute; set to walk further. */
const stepsWithProviders = Number(process.env.PROVIDER_STEPS ?? 3);
const timeout = stepsWithProviders > 4 ? 3 * 3_600_000 : 600_000;

const ruleOfProviders =
  'in no order of steps does a provider, whether it vouches for the address or not, let anybody but the reader of the mailbox into its account';
test(ruleOfProviders, { timeout }, async () => {
  expect(await walkAll(stepsWithProviders, true)).toBeGreaterThan(1000);
});
