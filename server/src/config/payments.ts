import { type Currency, currencies } from '@kazna/contract/shared/money';
import { ConfigError, flag, integer, type Parser, type Read, secondsList } from './environment.ts';
import { type YookassaConfig, yookassaConfig } from './yookassa.ts';

export interface PaymentConfig {
  currencies: Currency[];
  yookassa: YookassaConfig;
  vatCode: number;
  taxSystemCode: number | undefined;
  /** Backoff between polls of the provider about one payment, in seconds. */
  pollBackoffSeconds: number[];
  /** Rate limit of payments that one person starts. */
  perHour: number;
}

const defaultBackoff = [15, 30, 60, 120, 300, 600, 1200, 1800, 3600];

export function paymentConfig(read: Read, isProduction: boolean): PaymentConfig {
  const yookassa = yookassaConfig(read);
  if (isProduction && !yookassa.shop && !read('SANDBOX', '0 or 1', flag, false)) {
    throw new ConfigError(
      'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY are required with NODE_ENV=production, or SANDBOX=1 to take no real money',
    );
  }
  return {
    yookassa,
    currencies: read('PAYMENT_CURRENCIES', `some of ${currencies.join(', ')} separated by commas`, currencyList, [
      'RUB',
    ]),
    vatCode: read('VAT_CODE', 'a number from 1 to 12, as in 54-ФЗ receipts', integer(1, 12), 1),
    taxSystemCode: read('TAX_SYSTEM_CODE', 'a number from 1 to 6', integer(1, 6)),
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
