// biome-ignore-all lint/performance/noBarrelFile: the only entry of the package
// biome-ignore-all lint/performance/noReExportAll: types have no cost at run time
export { Kazna, type KaznaOptions } from './kazna.ts';
export { KaznaError, type KaznaErrorCode } from './kazna-error.ts';
export type { Page, Pages } from './pages.ts';
export type { EventPage } from './resources/lists.ts';
export { type NewUsageEvent, UsageRefusedError } from './resources/usage.ts';
export type { CallOptions } from './transport.ts';
export type * from './types.gen.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
