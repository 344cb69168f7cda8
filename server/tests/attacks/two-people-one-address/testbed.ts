import { createHash } from 'node:crypto';
import type { ConsentKind } from '@kazna/contract/cabinet/info';
import { invitationJobs } from '../../../src/organizations/invitations/jobs.ts';
import { accountJobs } from '../../../src/people/accounts/jobs.ts';
import type { SessionKeys } from '../../../src/people/accounts/sessions/session-keys-store.ts';
import type { Database, Transaction } from '../../../src/platform/db/database.ts';
import type { JobKind, Queue } from '../../../src/platform/jobs/queue.ts';
import type { LetterContent } from '../../../src/platform/mail/letter.ts';
import type { SoftwarePasskey } from '../../support/authenticator.ts';
import { jobContext } from '../../support/job-context.ts';

/** Only the victim reads its mailbox. */
export const address = 'wanted@example.ru';

export interface Job {
  name: string;
  data: { email?: string; kind?: string } & object;
  /** Without ids: equal jobs lead to equal states. */
  label: string;
}

export interface Letter {
  label: string;
  token: string;
}

interface Knowledge {
  outbox: Job[];
  letters: Letter[];
  registrations: {
    id: string;
    owner: 'victim' | 'attacker';
    verifier: string;
    password: string;
    hash: string;
    /** By a provider that vouches for no address: without a password. */
    isExternal?: boolean;
  }[];
  victimPasswords: string[];
  invitations: { id: string; by: 'attacker' | 'owner' }[];
}

export interface Testbed {
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  documentVersions: Record<ConsentKind, string>;
  attacker: { id: string; email: string; passwordHash: string; organizationId: string };
  owner: { id: string; organizationId: string };
  /** The attacker's is one of the attacker's own account. */
  passkeys: { attacker: SoftwarePasskey; victim: SoftwarePasskey };
  knowledge: Knowledge;
  /** Whether people come by a provider too. */
  hasProviders: boolean;
}

export interface Step {
  name: string;
  run: (testbed: Testbed) => Promise<unknown>;
}

/** Runs everything on one connection, so that a savepoint can undo any step. */
export function databaseWithin(tx: Transaction): Database {
  let depth = 0;
  const { within, waiting } = sendingFirst(tx);
  return {
    ...within,
    kind: 'postgres',
    health: { writeRefusedAt: null },
    connections: () => ({ total: 1, idle: 0, waiting: 0 }),
    transaction: async (work) => {
      depth += 1;
      // The newest of the name counts, so that none has to be released.
      const savepoint = `savepoint level_${depth}`;
      waiting.push(savepoint);
      try {
        return await work(within);
      } catch (error) {
        if (!waiting.includes(savepoint)) waiting.push(`rollback to ${savepoint}`);
        throw error;
      } finally {
        // Nothing was done since a savepoint that still waits.
        if (waiting.includes(savepoint)) waiting.length = waiting.lastIndexOf(savepoint);
        depth -= 1;
      }
    },
    listen: () => Promise.reject(new Error('nobody listens')),
    close: () => Promise.resolve(),
  };
}

/** What waits goes out in the packet of the next statement: the walk would spend a third of its round trips on it. */
function sendingFirst(tx: Transaction): { within: Transaction; waiting: string[] } {
  const waiting: string[] = [];
  const send = <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting.length === 0) return run();
    const texts = waiting.splice(0);
    return tx.pipeline(() => {
      // One that fails takes the statement with it.
      for (const text of texts) tx.queryPrepared(text, []).catch(() => {});
      return run();
    });
  };
  const within: Transaction = {
    ...tx,
    query: (statement) => send(() => tx.query(statement)),
    queryWithHead: (statement) => send(() => tx.queryWithHead(statement)),
    queryText: (text, values) => send(() => tx.queryText(text, values)),
    queryPrepared: (text, values) => send(() => tx.queryPrepared(text, values)),
  };
  return { within, waiting };
}

/** Stores jobs until the walk delivers them in any order. Jobs for other mailboxes are dropped. */
export function outboxQueue(testbed: () => Testbed): Queue {
  const enqueue = async <Data extends object>(_tx: Transaction, { name }: JobKind<Data>, data: Data) => {
    const job: Job = { name, data, label: labelOf(testbed(), data) };
    if (job.data.email === undefined || job.data.email === address) testbed().knowledge.outbox.push(job);
  };
  return { enqueue } as unknown as Queue;
}

function labelOf({ knowledge }: Testbed, data: object): string {
  const { kind, registrationId, invitationId, verifierHash } = data as Record<string, string | undefined>;
  const owner = knowledge.registrations.findIndex(
    ({ id, verifier }) => id === registrationId || hashOf(verifier) === verifierHash,
  );
  const inviter = knowledge.invitations.find(({ id }) => id === invitationId)?.by;
  return [kind ?? 'change or invitation', inviter, owner >= 0 ? owner : ''].join(' ');
}

function hashOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export async function deliver(testbed: Testbed, job: Job): Promise<void> {
  const mailer = {
    send: async (to: string, { subject, action }: LetterContent) => {
      const token = /(?:token|invitation)=([\w-]+)/.exec(action?.url ?? '')?.[1];
      if (to === address && token)
        testbed.knowledge.letters.push({ label: await letterLabel(testbed, subject, token), token });
    },
  };
  const context = { db: testbed.db, mailer, publicUrl: '', supportEmail: '' };
  const handler = [...accountJobs(context), ...invitationJobs(context)].find(({ name }) => name === job.name);
  await handler?.run(job.data as never, jobContext);
}

async function letterLabel({ db, knowledge }: Testbed, subject: string, token: string): Promise<string> {
  const text = 'select registration_id from letter_tokens where hash = sha256($1::bytea)';
  const { rows } = await db.queryPrepared(text, [Buffer.from(token)]);
  const index = knowledge.registrations.findIndex(({ id }) => id === rows[0]?.registration_id);
  return index >= 0 ? `${subject} ${index}` : subject;
}
