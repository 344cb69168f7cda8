import type { Config } from '../../../config/config.ts';
import { createOidc } from './oidc.ts';
import type { ExternalProvider } from './provider.ts';
import { createVk } from './vk.ts';
import { createYandex } from './yandex.ts';

/** The sandbox's own ID; its secret protects nothing. */
export const sandboxClient = { clientId: 'kazna', clientSecret: 'sandbox' };

export interface SandboxId {
  issuer: string;
  internalUrl: string;
}

/** Those of the configuration. With none of them the given sandbox plays one. */
export function openExternalProviders(
  { externalSignIn: { yandex, vk, oidc } }: Pick<Config, 'externalSignIn'>,
  sandbox: SandboxId | null,
): ExternalProvider[] {
  const configured = [
    ...(yandex ? [createYandex(yandex)] : []),
    ...(vk ? [createVk(vk)] : []),
    ...(oidc ? [createOidc({ id: 'oidc', ...oidc })] : []),
  ];
  if (configured.length > 0 || !sandbox) return configured;
  return [createOidc({ id: 'sandbox', name: 'Тестовый ID', ...sandboxClient, ...sandbox })];
}
