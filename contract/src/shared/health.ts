import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const healthy = z.object({ status: z.literal('ok') });

export const getLiveness = endpoint({
  method: 'GET',
  path: '/api/health/live',
  summary: 'The process runs',
  access: 'public',
  status: 200,
  answer: healthy,
});

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'The process can serve: its database answers and can be written',
  access: 'public',
  status: 200,
  answer: healthy,
});
