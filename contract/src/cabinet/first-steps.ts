import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

export const firstSteps = ['requisites', 'top-up', 'colleague', 'service', 'protection'] as const;
export type FirstStep = (typeof firstSteps)[number];

const access = { organization: 'organization.read', of: 'session' } as const;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/first-steps',
  summary:
    'What the person may still set up in the organization, and what is done; nothing once all is or they took it away',
  access,
  status: 200,
  answer: z.object({ items: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })) }),
});

export const dismissFirstSteps = endpoint({
  method: 'POST',
  path: '/api/first-steps/dismiss',
  summary: 'Take the first steps in this organization away for good',
  access,
  status: 204,
});
