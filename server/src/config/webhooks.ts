import { integer, networks, type Read } from './environment.ts';
import { localNetworks } from './network.ts';

export interface WebhookConfig {
  /** Networks inside that webhooks may reach, unencrypted too. */
  allowedNetworks: string[];
  /** After it, what a killed worker was sending is sent again. Longer than any attempt takes. */
  leaseSeconds: number;
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
    leaseSeconds: read('WEBHOOK_LEASE_SECONDS', 'a number from 20 to 600', integer(20, 600), 60),
  };
}
