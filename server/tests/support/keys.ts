import { scopes as allScopes, type Scope } from '@kazna/contract/shared/scopes';
import { createKey } from '../../src/outward/keys/keys.ts';
import type { TestApp } from './app.ts';
import { createPerson } from './people.ts';

export interface TestKey {
  id: string;
  key: string;
}

export async function newKey(
  app: Pick<TestApp, 'db'>,
  scopes: readonly Scope[] = allScopes,
  options: { networks?: string[]; expiresAt?: string | null } = {},
): Promise<TestKey> {
  const { id: userId } = await createPerson(app as TestApp);
  const form = { name: 'Billing', scopes: [...scopes], networks: [], expiresAt: null, ...options };
  return app.db.transaction((tx) => createKey(tx, { id: userId, address: '127.0.0.1' }, form));
}
