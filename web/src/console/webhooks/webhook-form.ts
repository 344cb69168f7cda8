import { type Webhook, type WebhookForm, webhookForm } from '@kazna/contract/admin/webhooks';
import * as z from 'zod/mini';
import { tickedIn, tickName } from '../tick-list.tsx';
import { anyType } from './event-labels.ts';

const read = ({ types, url = '', description = null }: Record<string, unknown>) => {
  const ticked = tickedIn(types);
  return { url, description, types: ticked.includes(anyType) ? [anyType] : ticked } as z.input<typeof webhookForm>;
};

/** «Все события» makes the other ticks needless. */
export const filledWebhookForm: z.ZodMiniType<WebhookForm, Record<string, unknown>> = z.pipe(
  z.transform(read),
  webhookForm,
);

/** A box's value is a boolean, which the form's type does not know of. */
export function webhookValues(webhook: Webhook | undefined): Record<string, string> {
  const types = webhook?.types ?? [anyType];
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    ...Object.fromEntries(types.map((type) => [tickName('types', type), true as unknown as string])),
  };
}
