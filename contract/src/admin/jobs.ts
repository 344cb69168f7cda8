import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { reasonForm } from './reason.ts';

export const failedJob = z.object({ id, name: z.string(), failedAt: time, error: z.string() });

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Jobs that were tried as often as allowed and failed',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(failedJob) }),
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{name}/{jobId}/retry',
  summary: 'Try a failed job again',
  access: { staff: 'admin.manage' },
  params: z.object({ name: z.string().check(z.maxLength(60), z.regex(/^[a-z-]+$/)), jobId: id }),
  body: reasonForm,
  status: 204,
  problems: ['not_found'],
});
