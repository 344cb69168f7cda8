import { type Spread, spreadOf } from '../spread.ts';
import type { Environment } from './environment.ts';

export interface Question {
  what: string;
  /** Maximum ratio to the small database; null for information only. */
  limit: number | null;
  path: (environment: Environment) => string;
  token: (environment: Environment) => string;
  /** Path for the small database, which has no such page. */
  smallPath?: (environment: Environment) => string;
}

export interface Cost {
  what: string;
  limit: number | null;
  small: Spread;
  large: Spread;
}

const turns = Number(process.env.TURNS ?? 200);
const warmUps = 20;

/** Measures whole responses, alternating the databases, so that other load hits both. */
export async function measure(small: Environment, large: Environment, questions: Question[]): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const { what, limit, path, token, smallPath = path } of questions) {
    const samples: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let turn = -warmUps; turn < turns; turn += 1) {
      const smallMs = await ask(small.url + smallPath(small), token(small));
      const largeMs = await ask(large.url + path(large), token(large));
      if (turn < 0) continue;
      samples.small.push(smallMs);
      samples.large.push(largeMs);
    }
    costs.push({ what, limit, small: spreadOf(samples.small), large: spreadOf(samples.large) });
  }
  return costs;
}

async function ask(url: string, token: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { items?: unknown[] };
  const ms = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${JSON.stringify(body)}`);
  // An empty page would be fast for the wrong reason.
  if (body.items?.length === 0) throw new Error(`${url} found nothing`);
  return ms;
}
