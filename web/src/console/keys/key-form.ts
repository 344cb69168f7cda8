import type { createKey } from '@kazna/contract/admin/keys';
import { keyForm, network } from '@kazna/contract/admin/keys';
import type { Sent } from '@kazna/contract/shared/endpoint';
import * as z from 'zod/mini';
import { tickedIn } from '../tick-list.tsx';

export const lifetimes = {
  none: 'Без срока',
  '30': '30 дней',
  '90': '90 дней',
  '365': 'Год',
} as const;
type Lifetime = keyof typeof lifetimes;
const dayMs = 24 * 60 * 60_000;

const networksIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const networks = z.string().check(
  z.refine((text) => networksIn(text).every((one) => z.safeParse(network, one).success), {
    error: 'Введите адреса или сети через запятую, например 10.0.0.0/8',
  }),
);

const { name, scopes } = keyForm.shape;
const filled = z.object({
  name,
  scopes,
  networks,
  lifetime: z.enum(Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]),
});

const read = ({ scopes: ticks, networks: text = '', ...rest }: Record<string, unknown>) =>
  ({ ...rest, networks: text, scopes: tickedIn(ticks) }) as z.input<typeof filled>;

export const filledKeyForm = z.pipe(z.transform(read), filled);

export function keyBody(form: z.output<typeof filled>, now = Date.now()): Sent<typeof createKey>['body'] {
  const { lifetime, ...rest } = form;
  const expiresAt = lifetime === 'none' ? null : new Date(now + Number(lifetime) * dayMs).toISOString();
  return { ...rest, networks: networksIn(form.networks), expiresAt };
}
