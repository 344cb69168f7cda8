import { freePort } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';

export const shop = { shopId: '100500', secretKey: 'test_faults' };

export type ProviderName = 'yookassa' | 'tbank';

export interface ProviderObject {
  /** Who has it in its books. */
  provider: ProviderName;
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
  /** On the page of whoever numbers payments so. */
  pay: (id: string, method: 'card' | 'sbp' | 'declined') => Promise<void>;
}

/** Where each provider's books, faults and pages are, and which cards its pages take. */
const places = {
  yookassa: { base: '', books: '/v3', good: '5555555555554444', poor: '5555555555554600' },
  tbank: { base: '/tbank', books: '/tbank/control', good: '2201382000000013', poor: '2201382000000831' },
};
const names = Object.keys(places) as ProviderName[];

/** Both providers in one process; without addresses they notify of nothing. */
export async function startSandbox(
  notificationUrls: Partial<Record<ProviderName, string>> = {},
): Promise<SandboxControl> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = startNode('sandbox/src/main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    SHOP_ID: shop.shopId,
    SECRET_KEY: shop.secretKey,
    TERMINAL_KEY: shop.shopId,
    TERMINAL_PASSWORD: shop.secretKey,
    NOTIFICATION_URL: notificationUrls.yookassa ?? '',
    TBANK_NOTIFICATION_URL: notificationUrls.tbank ?? '',
  });
  const { authorization, call } = callerOf(url);
  const ofAll = async <Item>(read: (name: ProviderName) => Promise<Item[]>) =>
    (await Promise.all(names.map(read))).flat();
  const submit = async (path: string, form: Record<string, string>) => {
    await fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  };
  await untilAnswers(`${url}/v3/payments?limit=1`, process, { headers: { authorization } });
  return {
    url,
    process,
    payments: (status) =>
      ofAll(async (provider) => {
        const path = `${places[provider].books}/payments?limit=100${status ? `&status=${status}` : ''}`;
        return (await listAll<Omit<ProviderObject, 'provider'>>(call, path)).map((one) => ({ ...one, provider }));
      }),
    refunds: () => ofAll((name) => listAll(call, `${places[name].books}/refunds?limit=100`)),
    misbehave: async (...next) => {
      for (const name of names) await call('POST', `${places[name].base}/control/faults`, { next });
    },
    faultsLeft: async () => {
      const left = (name: ProviderName) => call<{ next: Fault[] }>('GET', `${places[name].base}/control/faults`);
      return (await ofAll(async (name) => (await left(name)).next)).length;
    },
    behave: async () => {
      for (const name of names) await call('DELETE', `${places[name].base}/control/faults`);
    },
    pay: (id, method) => {
      const { base, good, poor } = places[/^\d+$/.test(id) ? 'tbank' : 'yookassa'];
      if (method === 'sbp') return submit(`${base}/checkout/${id}/sbp`, {});
      const number = method === 'card' ? good : poor;
      return submit(`${base}/checkout/${id}/card`, { number, expiry: '12/40', code: '123' });
    },
  };
}

function callerOf(url: string) {
  const authorization = `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`;
  const call = async <Answer = void>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  };
  return { authorization, call };
}

async function listAll<Item>(call: ReturnType<typeof callerOf>['call'], path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await call('GET', `${path}${cursor ? `&cursor=${cursor}` : ''}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}
