import type { Config } from '../../config/config.ts';
import { type Providers, providersOf } from './provider.ts';
import { createYookassa, yookassaInn } from './yookassa/yookassa.ts';

/** The sandbox is a shop of its own; its key protects nothing. */
const sandboxShop = { shopId: 'sandbox', secretKey: 'sandbox' };

/** Every provider of the configuration. Without keys YooKassa's code runs against the sandbox that this server holds. */
export function openProviders(config: Config): Providers {
  const { yookassa, vatCode, taxSystemCode } = config.payments;
  const { shop, notificationSecret: secret, notificationNetworks: networks } = yookassa;
  return providersOf(
    createYookassa({
      ...(shop ?? { ...sandboxShop, apiUrl: `${ownUrl(config)}/sandbox/v3` }),
      ...{ vatCode, taxSystemCode, timeoutMs: 30_000 },
      callbackRules: { secret, networks, isSandbox: shop === null },
    }),
  );
}

/** Pay out what people paid by card, in one sum a day: the customers' share was credited payment by payment. */
export const payoutInns: ReadonlySet<string> = new Set([yookassaInn]);

export function takesRealMoney({ payments }: Pick<Config, 'payments'>): boolean {
  return payments.yookassa.shop !== null;
}

/** Which shop the sandbox plays and where it sends notifications; null where real money is taken. */
export function sandboxOptions(config: Config) {
  if (takesRealMoney(config)) return null;
  return { ...sandboxShop, notificationUrl: `${ownUrl(config)}/api/webhooks/yookassa` };
}

/** Where this very process is reached from inside the machine. */
function ownUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
