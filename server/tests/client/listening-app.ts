import type { AddressInfo } from 'node:net';
import { Kazna } from '@kazna/client';
import { beforeAll } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { appForThisFile } from '../support/app-for-file.ts';
import { newKey } from '../support/keys.ts';

export interface ListeningApp {
  app: TestApp;
  url: string;
  key: string;
  kazna: Kazna;
}

/** The product on a port of this machine, and a client with a key of every scope. */
export function listeningAppForThisFile(env?: Record<string, string>): ListeningApp {
  const listening = { app: appForThisFile(env && { env }) } as ListeningApp;
  beforeAll(async () => {
    await listening.app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = listening.app.app.server.address() as AddressInfo;
    listening.url = `http://127.0.0.1:${port}`;
    listening.key = (await newKey(listening.app)).key;
    listening.kazna = new Kazna({ url: listening.url, key: listening.key });
  });
  return listening;
}
