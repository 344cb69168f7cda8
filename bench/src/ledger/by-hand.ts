import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { accountId } from './fill.ts';
import { runPgbench } from './pgbench.ts';
import { connections, type Scenario } from './scenarios.ts';

const account = accountId(':number');
const today = "(now() at time zone 'Europe/Moscow')::date";

/** What somebody would write by hand to charge a balance once, or many times in one transaction, with the same rows. */
function statements(batch: number): string[] {
  return [
    'begin',
    `update ledger_accounts set balance_minor = balance_minor - ${batch}, card_minor = card_minor - ${batch}
     where id = ${account} and balance_minor >= ${batch}`,
    `with charge as (
       insert into ledger_transfers
         (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
       select n.id, 'charge:' || n.id, 'charge', ${account}, r.id, 1, 'charge', n.id
       from ledger_accounts r cross join (select uuidv7() as id from generate_series(1, ${batch})) n
       where r.kind = 'revenue' and r.currency = 'RUB' returning *
     )
     insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
       balance_after_minor, source_id, created_at, card_minor)
     select c.id, a.organization_id, a.id, a.currency, c.kind, -c.amount_minor,
       a.balance_minor + ${batch} - row_number() over (order by c.id), c.source_id, c.created_at, -c.amount_minor
     from charge c join ledger_accounts a on a.id = c.debit_account_id`,
    `insert into ledger_daily_totals as t (account_id, day, debited_minor, charged_minor)
     values (${account}, ${today}, ${batch}, ${batch})
     on conflict (account_id, day) do update set debited_minor = t.debited_minor + excluded.debited_minor,
       charged_minor = t.charged_minor + excluded.charged_minor`,
    'commit',
  ];
}

/** Transfers a second by pgbench. */
export async function measureByPgbench(url: string, scenario: Scenario, seconds: number): Promise<number> {
  const { organizations, batch } = scenario;
  const folder = await mkdtemp(path.join(tmpdir(), 'kazna-pgbench-'));
  try {
    const script = path.join(folder, 'charge.sql');
    const lines = statements(batch).map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`);
    await writeFile(script, `\\set number random(1, ${organizations})\n${lines.join('')}`);
    const load = [`--client=${connections}`, '--jobs=1', `--time=${seconds}`];
    return batch * (await runPgbench(['--no-vacuum', '--protocol=prepared', `--file=${script}`, ...load, url]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Transfers a second by the same statements over pg, where there is no pgbench. */
export async function measureByLoop(url: string, scenario: Scenario, seconds: number): Promise<number> {
  const { organizations, batch } = scenario;
  const texts = statements(batch).map((text) => text.replaceAll(/(?<!:):number\b/g, '$1'));
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1000;
  let count = 0;
  const work = async (client: Client) => {
    for (; !isOver(); count += 1) {
      const number = String(1 + Math.floor(Math.random() * organizations));
      for (const [at, text] of texts.entries())
        await client.query({ name: `charge${at}`, text, values: text.includes('$1') ? [number] : [] });
    }
  };
  await Promise.all(clients.map(work));
  const perSecond = (batch * count * 1000) / (performance.now() - startedAt);
  for (const client of clients) await client.end();
  return perSecond;
}
