import { networks, type Read } from './environment.ts';
import { localNetworks } from './yookassa.ts';

export interface WebhookConfig {
  /** Networks inside that webhooks may reach, unencrypted too. */
  allowedNetworks: string[];
}

/** In development a receiver on the same machine is what people try first. */
export function webhookConfig(read: Read, isProduction: boolean): WebhookConfig {
  return {
    allowedNetworks: read(
      'WEBHOOK_ALLOWED_NETWORKS',
      'IP addresses or networks separated by commas',
      networks,
      isProduction ? [] : localNetworks,
    ),
  };
}
