import type { Operation } from './document.ts';
import type { Random } from './random.ts';

/** Values seen in responses by field name. Each caller has their own, mostly valid for them, and a shared store. */
export interface KnownValues {
  learn: (operation: Operation, body: unknown, caller: string) => void;
  add: (name: string, value: string, ...callers: string[]) => void;
  pick: (name: string, caller: string, random: Random) => string | undefined;
  clearCallers: () => void;
}

/** Older values are evicted: they may belong to deleted records. */
const maxValuesPerName = 15;
const anyId = 'any id';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createKnownValues(): KnownValues {
  const common = new Map<string, string[]>();
  const own = new Map<string, string[]>();
  const add = (name: string, value: string, ...callers: string[]) => {
    keep(common, name, value);
    for (const caller of callers) keep(own, `${caller} ${name}`, value);
  };
  const learnFrom = (body: unknown, name: string, thing: string, caller: string) => {
    if (typeof body === 'number') add(name, String(body), caller);
    else if (typeof body === 'string') {
      add(name, body, caller);
      if (uuid.test(body)) add(anyId, body);
      if (name === 'id') add(`${thing}Id`, body, caller);
      if (name === 'nextCursor') add('cursor', body, caller);
      // The provider's payment id, which notifications carry.
      if (name === 'confirmationUrl') add('id', body.split('/').at(-1) ?? '');
      // The token of a link to pay by, which its page is asked for.
      if (name === 'url' && body.includes('/pay/')) add('token', body.split('/').at(-1) ?? '');
    } else if (Array.isArray(body)) {
      for (const item of body.slice(0, 10)) learnFrom(item, name, name === 'items' ? thing : singular(name), caller);
    } else if (typeof body === 'object' && body !== null) {
      for (const [key, value] of Object.entries(body)) learnFrom(value, key, thing, caller);
    }
  };
  return {
    add,
    learn: ({ path }, body, caller) => {
      const collection = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
      // `webhook-endpoints` are referred to by `endpointId`.
      learnFrom(body, '', singular(collection.split('-').at(-1) ?? ''), caller);
    },
    pick: (name, caller, random) => {
      const turn = random.next();
      const mine = own.get(`${caller} ${name}`);
      if (mine && turn < 0.65) return random.pick(mine);
      const values = common.get(turn > 0.92 ? anyId : name) ?? [];
      return values.length > 0 ? random.pick(values) : undefined;
    },
    clearCallers: () => own.clear(),
  };
}

function keep(store: Map<string, string[]>, name: string, value: string): void {
  const values = store.get(name) ?? [];
  if (values.includes(value) || value.length > 1000) return;
  store.set(name, [...values, value].slice(-maxValuesPerName));
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
