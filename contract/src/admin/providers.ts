import * as z from 'zod/mini';
import { paymentMethods } from '../cabinet/create-payment-form.ts';
import { endpoint } from '../shared/endpoint.ts';
import { time } from '../shared/fields.ts';

const period = z.object({
  /** Of payments created in the period that have an outcome. */
  paid: z.int(),
  settled: z.int(),
  calls: z.int(),
  unanswered: z.int(),
});

const provider = z.object({
  /** A stored name, such as `yookassa`. */
  name: z.string(),
  lastAnswerAt: z.nullable(time),
  hour: period,
  day: period,
  /** It was called in the last ten minutes and answered nothing. */
  isSilent: z.boolean(),
});
export type ProviderHealth = z.output<typeof provider>;

const titles: Record<string, string> = { yookassa: 'ЮKassa', tbank: 'Т-Банк' };

/** What people call the provider of a stored name. */
export const providerTitle = (name: string): string => titles[name] ?? name;

const choice = z.object({ method: z.enum(paymentMethods), provider: z.string() });

const providers = z.object({
  items: z.array(provider),
  /** Who takes new payments by each method. */
  choices: z.array(choice),
});
export type Providers = z.output<typeof providers>;

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/admin/providers',
  summary: 'Payment providers, how they do and which of them takes new payments',
  access: { staff: 'admin.read' },
  status: 200,
  answer: providers,
});

export const chooseProvider = endpoint({
  method: 'PUT',
  path: '/api/admin/providers/{method}',
  summary: 'Choose who takes new payments by a method. Payments, cards and refunds that exist stay where they are',
  access: { staff: 'admin.manage', isConfirmed: true },
  params: z.object({ method: z.enum(paymentMethods) }),
  body: z.object({ provider: z.string().check(z.maxLength(32)) }),
  status: 200,
  answer: providers,
  problems: ['confirmation_required', 'not_found'],
});
