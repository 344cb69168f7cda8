import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText } from '../shared/fields.ts';

export const cabinetLists = ['operations', 'payments', 'documents', 'spending', 'requests'] as const;
export type CabinetList = (typeof cabinetLists)[number];

export const maxSavedViews = 30;

const name = lineOfText(1, 60, ['название', 'названия']);
const filters = z.record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(200))).check(
  z.refine((given) => Object.keys(given).length > 0, { error: 'Сначала задайте фильтры' }),
  z.refine((given) => Object.keys(given).length <= 12),
);

export const savedView = z.object({
  id,
  name: z.string(),
  /** As they stand in the address of the list. */
  filters: z.record(z.string(), z.string()),
  /** Names of stored filters that the list knows no longer; they are left out. */
  dropped: z.array(z.string()),
  /** With all members of the organization, or with all staff. */
  isShared: z.boolean(),
  mayChange: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

/** Of a list, both of the person and shared ones; each at most `maxSavedViews`. */
export const savedViews = z.object({
  items: z.array(savedView),
  mayShare: z.boolean(),
});
export type SavedViews = z.output<typeof savedViews>;

export const newSavedView = { name, filters, isShared: z.boolean() };
export const savedViewChange = z.object({ name: z.optional(name), filters: z.optional(filters) });
export const savedViewParams = z.object({ viewId: id });

const access = { organization: 'organization.read', of: 'session' } as const;
const list = z.enum(cabinetLists);

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'Saved filters of a list: the person’s own and those shared in the organization',
  access,
  query: z.object({ list }),
  status: 200,
  answer: savedViews,
});

export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/views',
  summary: 'Save filters of a list under a name, for oneself or, with the right to manage members, for all of them',
  access,
  body: z.object({ list, ...newSavedView }),
  status: 201,
  answer: savedView,
  problems: ['forbidden', 'view_name_taken', 'too_many_views'],
});

export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/api/views/{viewId}',
  summary: 'Rename a saved view or replace its filters',
  access,
  params: savedViewParams,
  body: savedViewChange,
  status: 200,
  answer: savedView,
  problems: ['not_found', 'view_name_taken'],
});

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/views/{viewId}',
  summary: 'Delete a saved view',
  access,
  params: savedViewParams,
  status: 204,
  problems: ['not_found'],
});
