import { type Currency, currencies } from '@kazna/contract/shared/money';
import { ConfigError, flag, integer, type Parser, type Read, secondsList } from './environment.ts';
import { type TbankConfig, tbankConfig } from './tbank.ts';
import { type YookassaConfig, yookassaConfig } from './yookassa.ts';

const sandboxProviders = ['yookassa', 'tbank'] as const;
type SandboxProvider = (typeof sandboxProviders)[number];

export interface PaymentConfig {
  currencies: Currency[];
  yookassa: YookassaConfig;
  tbank: TbankConfig;
  /** Whom the sandbox plays where no real money is taken; the first takes new payments until staff choose. */
  sandboxProviders: SandboxProvider[];
  /** Undefined: what the business's tax settings say. */
  vatCode: number | undefined;
  taxSystemCode: number | undefined;
  /** Whether receipts by 54-ФЗ are kept, settled by months and shown. */
  hasReceipts: boolean;
  /** Backoff between polls of the provider about one payment, in seconds. */
  pollBackoffSeconds: number[];
  /** Rate limit of payments that one person starts. */
  perHour: number;
}

const defaultBackoff = [15, 30, 60, 120, 300, 600, 1200, 1800, 3600];

export function paymentConfig(read: Read, isProduction: boolean): PaymentConfig {
  const yookassa = yookassaConfig(read);
  const tbank = tbankConfig(read);
  if (isProduction && !yookassa.shop && !tbank.terminal && !read('SANDBOX', '0 or 1', flag, false)) {
    throw new ConfigError(
      'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY, or TBANK_TERMINAL_KEY and TBANK_PASSWORD, are required with NODE_ENV=production, or SANDBOX=1 to take no real money',
    );
  }
  return {
    yookassa,
    tbank,
    sandboxProviders: read(
      'SANDBOX_PROVIDERS',
      `some of ${sandboxProviders.join(', ')} separated by commas`,
      providerList,
      [...sandboxProviders],
    ),
    currencies: read('PAYMENT_CURRENCIES', `some of ${currencies.join(', ')} separated by commas`, currencyList, [
      'RUB',
    ]),
    vatCode: read('VAT_CODE', 'a number from 1 to 12, as in 54-ФЗ receipts', integer(1, 12)),
    taxSystemCode: read('TAX_SYSTEM_CODE', 'a number from 1 to 6', integer(1, 6)),
    hasReceipts: read('RECEIPTS', '0 or 1', flag, !yookassa.shop && !tbank.terminal),
    pollBackoffSeconds: read(
      'PAYMENT_PAUSES',
      'seconds separated by commas, such as 15,30,60',
      secondsList,
      defaultBackoff,
    ),
    perHour: read('PAYMENTS_PER_HOUR', 'a number from 1 to 1000000', integer(1, 1_000_000), 300),
  };
}

const currencyList: Parser<Currency[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  const known = currencies.filter((currency) => names.includes(currency));
  return known.length === names.length ? known : undefined;
};

const providerList: Parser<SandboxProvider[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  const known = names.flatMap((name) => sandboxProviders.filter((provider) => provider === name));
  return known.length === names.length && new Set(known).size === known.length ? known : undefined;
};
