import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';

export const dismissAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/{announcementId}/dismiss',
  summary: 'Take an announcement away for good, in all sessions of the person',
  access: 'signedIn',
  params: z.object({ announcementId: id }),
  status: 204,
  problems: ['not_found'],
});
