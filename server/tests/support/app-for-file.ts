import { afterAll, beforeAll, inject } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { type Shop, startShop } from './shop.ts';

export function appForThisFile(options?: TestAppOptions): TestApp {
  return startedForThisFile(() => startTestApp(inject('databaseUrl'), options));
}

export function shopForThisFile(env?: Record<string, string>): Shop {
  return startedForThisFile(() => startShop(inject('databaseUrl'), env));
}

/** A proxy, because the app starts only in beforeAll and files name it at the top. */
function startedForThisFile<T extends TestApp>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  const current = () => {
    if (!started) throw new Error('The app is there from beforeAll on, not while the file is read');
    return started;
  };
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(current(), name),
    has: (_target, name) => Reflect.has(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_target, name) => ({
      ...Reflect.getOwnPropertyDescriptor(current(), name),
      configurable: true,
    }),
  });
}
