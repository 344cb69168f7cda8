import { freePort } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';

export const shop = { shopId: '100500', secretKey: 'test_faults' };

export interface ProviderObject {
  id: string;
  status: string;
  amount: { value: string };
  metadata: { payment_id?: string };
  payment_method?: { type: string };
}

interface Page<Item> {
  items: Item[];
  next_cursor?: string;
}

export interface Fault {
  on: string;
  do: string;
  ms?: number;
  times?: number;
}

export interface SandboxControl {
  url: string;
  process: NodeProcess;
  payments: (status?: string) => Promise<ProviderObject[]>;
  refunds: () => Promise<{ id: string; status: string; amount: { value: string } }[]>;
  misbehave: (...faults: Fault[]) => Promise<void>;
  faultsLeft: () => Promise<number>;
  behave: () => Promise<void>;
  pay: (id: string, method: 'card' | 'sbp' | 'declined') => Promise<void>;
}

export async function startSandbox(notificationUrl: string): Promise<SandboxControl> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = startNode('sandbox/src/main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    SHOP_ID: shop.shopId,
    SECRET_KEY: shop.secretKey,
    NOTIFICATION_URL: notificationUrl,
  });
  const authorization = `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`;
  const call = async <Answer = void>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  };
  const listAll = async <Item>(path: string) => {
    const items: Item[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<Item> = await call('GET', `${path}${cursor ? `&cursor=${cursor}` : ''}`);
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    return items;
  };
  const submit = async (path: string, form: Record<string, string>) => {
    await fetch(`${url}/checkout/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  };
  await untilAnswers(`${url}/v3/payments?limit=1`, process, { headers: { authorization } });
  return {
    url,
    process,
    payments: (status) => listAll(`/v3/payments?limit=100${status ? `&status=${status}` : ''}`),
    refunds: () => listAll('/v3/refunds?limit=100'),
    misbehave: (...next) => call('POST', '/control/faults', { next }),
    faultsLeft: async () => (await call<{ next: Fault[] }>('GET', '/control/faults')).next.length,
    behave: () => call('DELETE', '/control/faults'),
    pay: (id, method) => {
      if (method === 'sbp') return submit(`${id}/sbp`, {});
      const number = method === 'card' ? '5555555555554444' : '5555555555554600';
      return submit(`${id}/card`, { number, expiry: '12/40', code: '123' });
    },
  };
}
