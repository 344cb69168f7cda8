import type { Config } from '../../config/config.ts';
import { type Providers, providersOf } from './provider.ts';
import { createYookassa } from './yookassa/yookassa.ts';

/** The sandbox is a shop of its own; its key protects nothing. */
export const sandboxShop = { shopId: 'sandbox', secretKey: 'sandbox' };

/** Where this very process is reached from inside the machine. */
export function ownUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The real provider, or, with no keys, the same code against the sandbox that this server holds. */
export function openProviders(config: Config): Providers {
  const { yookassa, vatCode, taxSystemCode } = config.payments;
  const shop = yookassa ?? { ...sandboxShop, apiUrl: `${ownUrl(config)}/sandbox/v3` };
  return providersOf(createYookassa({ ...shop, vatCode, taxSystemCode, timeoutMs: 30_000 }));
}
