import * as z from 'zod/mini';
import { organizationParams } from '../cabinet/organizations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';

/** Several lines, unlike a reason. */
export const noteForm = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(2000), z.regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]|\n)*$/u)),
});

export const organizationNote = z.object({
  id,
  text: z.string(),
  /** Null after the account was deleted. */
  authorName: z.nullable(z.string()),
  createdAt: time,
});
export type OrganizationNote = z.output<typeof organizationNote>;

export const listOrganizationNotes = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/notes',
  summary: 'What staff noted about an organization, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(organizationNote),
  problems: ['not_found'],
});

export const addOrganizationNote = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/notes',
  summary: 'Note something about an organization; its members never see it',
  access: { staff: 'admin.read' },
  params: organizationParams,
  body: noteForm,
  status: 201,
  answer: organizationNote,
  problems: ['not_found'],
});
