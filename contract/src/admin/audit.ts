import * as z from 'zod/mini';
import { auditEntry } from '../cabinet/audit.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery } from '../shared/fields.ts';

export const listAllAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What operators and people did, newest first',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, actorId: z.optional(id), organizationId: z.optional(id) }),
  status: 200,
  answer: pageOf(z.extend(auditEntry, { organizationName: z.nullable(z.string()) })),
});
