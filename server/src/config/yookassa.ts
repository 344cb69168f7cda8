import { ConfigError, longText, networks, nonEmpty, type Read, urlOf } from './environment.ts';

export interface YookassaConfig {
  /** Null: payments go to the sandbox that this server mounts at /sandbox. */
  shop: { shopId: string; secretKey: string; apiUrl: string } | null;
  /** A part of the address that notifications are sent to. */
  notificationSecret: string | undefined;
  /** Undefined: the networks that YooKassa documents. */
  notificationNetworks: string[] | undefined;
}

export function yookassaConfig(read: Read): YookassaConfig {
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
  return {
    shop: shopId && secretKey ? { shopId, secretKey, apiUrl } : null,
    notificationSecret: read('NOTIFICATION_SECRET', 'at least 16 characters', longText(16)),
    notificationNetworks: read('NOTIFICATION_NETWORKS', 'IP addresses or networks separated by commas', networks),
  };
}
