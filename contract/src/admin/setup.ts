import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

export const setupSteps = ['requisites', 'tax', 'payments', 'mail', 'tariff', 'key'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `text` and `advice` name variables and never their values. */
export const setupCheck = z.object({
  /** Says which part of the configuration it is about. */
  part: z.string(),
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
  /** What to do; null where nothing has to be done. */
  advice: z.nullable(z.string()),
});
export type SetupCheck = z.output<typeof setupCheck>;

export const setup = z.object({
  /** None once all are done or the person took them away. */
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
  /** Errors first, then warnings. */
  checks: z.array(setupCheck),
});
export type Setup = z.output<typeof setup>;

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/admin/setup',
  summary: 'What the installation still needs before it sells, and whether its configuration is sound',
  access: { staff: 'admin.manage' },
  status: 200,
  answer: setup,
});

export const dismissSetup = endpoint({
  method: 'POST',
  path: '/api/admin/setup/dismiss',
  summary: 'Take the first steps of the installation away for good; the check stays',
  access: { staff: 'admin.manage' },
  status: 204,
});
