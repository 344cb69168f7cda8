import { ConfigError, nonEmpty, type Read, urlOf } from './environment.ts';

export interface YookassaConfig {
  shopId: string;
  secretKey: string;
  apiUrl: string;
}

/** The addresses that YooKassa documents as the source of its notifications. */
export const yookassaNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
];
export const localNetworks = ['127.0.0.0/8', '::1'];

export function yookassaConfig(read: Read): YookassaConfig | null {
  const shopId = read('YOOKASSA_SHOP_ID', "the shop's number", nonEmpty);
  const secretKey = read('YOOKASSA_SECRET_KEY', "the shop's secret key", nonEmpty);
  if (Boolean(shopId) !== Boolean(secretKey)) {
    throw new ConfigError('YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY go together: set both or none');
  }
  const apiUrl = read(
    'YOOKASSA_API_URL',
    'the address of the API, such as https://api.yookassa.ru/v3',
    urlOf('https:', 'http:'),
    'https://api.yookassa.ru/v3',
  );
  return shopId && secretKey ? { shopId, secretKey, apiUrl } : null;
}
