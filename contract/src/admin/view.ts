import * as z from 'zod/mini';
import { organizationParams } from '../cabinet/organizations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { time } from '../shared/fields.ts';
import { reasonForm } from './reason.ts';

export const viewMinutes = 30;

export const startView = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/view',
  summary:
    'See an organization’s cabinet as its owner does for 30 minutes. The session can change nothing meanwhile, the owners are notified, and the log of the organization names who and why',
  access: { staff: 'admin.read' },
  params: organizationParams,
  body: reasonForm,
  status: 200,
  answer: z.object({ until: time }),
  problems: ['not_found', 'staff_view_forbidden'],
});

export const endView = endpoint({
  method: 'DELETE',
  path: '/api/admin/view',
  summary: 'Return to one’s own cabinet before the time is over',
  access: { staff: 'admin.read' },
  worksInView: true,
  status: 204,
});
