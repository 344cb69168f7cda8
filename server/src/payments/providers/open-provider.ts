import type { Config } from '../../config/config.ts';
import { type PaymentProvider, type Providers, providersOf } from './provider.ts';
import { createTbank, tbankInn } from './tbank/tbank.ts';
import { createYookassa, yookassaInn } from './yookassa/yookassa.ts';

/** The sandbox is a shop of its own; its key protects nothing. */
const sandboxShop = { shopId: 'sandbox', secretKey: 'sandbox' };

/** Every provider of the configuration. Without keys their code runs against the sandbox that this server mounts. */
export function openProviders(config: Config): Providers {
  const { yookassa, tbank, sandboxProviders, vatCode, taxSystemCode } = config.payments;
  const { shop, notificationSecret: secret, notificationNetworks: networks } = yookassa;
  const isSandbox = !takesRealMoney(config);
  const receipts = { vatCode: vatCode ?? 1, taxSystemCode, timeoutMs: 30_000 };
  const sandboxUrl = `${ownUrl(config)}/sandbox`;
  const byName = {
    yookassa: () => {
      const keys = shop ?? (isSandbox ? { ...sandboxShop, apiUrl: `${sandboxUrl}/v3` } : null);
      return keys && createYookassa({ ...keys, ...receipts, callbackRules: { secret, networks, isSandbox } });
    },
    tbank: () => {
      const { shopId: terminalKey, secretKey: password } = sandboxShop;
      const keys = tbank.terminal ?? (isSandbox ? { terminalKey, password, apiUrl: `${sandboxUrl}/tbank/v2` } : null);
      return keys && createTbank({ ...keys, ...receipts });
    },
  };
  const names = isSandbox ? sandboxProviders : (['yookassa', 'tbank'] as const);
  const [first, ...others] = names.map((name) => byName[name]()).filter((provider) => provider !== null);
  return providersOf(first as PaymentProvider, ...others);
}

/** Pay out what people paid by card, in one sum a day: the customers' share was credited payment by payment. */
export const payoutInns: ReadonlySet<string> = new Set([yookassaInn, tbankInn]);

export function takesRealMoney({ payments }: Pick<Config, 'payments'>): boolean {
  return payments.yookassa.shop !== null || payments.tbank.terminal !== null;
}

/** Whom the sandbox plays, as which shop and where it sends notifications; empty where real money is taken. */
export function sandboxOptions(config: Config) {
  if (takesRealMoney(config)) return [];
  return config.payments.sandboxProviders.map((provider) => ({
    ...sandboxShop,
    provider,
    prefix: provider === 'yookassa' ? '/sandbox' : `/sandbox/${provider}`,
    file: provider === 'yookassa' ? 'sandbox.jsonl' : `sandbox-${provider}.jsonl`,
    notificationUrl: `${ownUrl(config)}/api/webhooks/${provider}`,
    cardReturnUrl: `${config.publicUrl}/api/payment-methods/{CustomerKey}/return`,
  }));
}

/** Where the sandbox's ID and messenger stand. They open accounts to anybody, so they are never there in production. */
export function sandboxPrefix(config: Config): string | undefined {
  return config.isProduction ? undefined : sandboxOptions(config).at(0)?.prefix;
}

/** Where this very process is reached from inside the machine. */
export function ownUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
