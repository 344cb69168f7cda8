import * as z from 'zod/mini';
import { newSavedView, savedView, savedViewChange, savedViewParams, savedViews } from '../cabinet/saved-views.ts';
import { endpoint } from '../shared/endpoint.ts';
import type { StaffPermission } from '../shared/permissions.ts';

export const staffLists = [
  'organizations',
  'users',
  'payments',
  'refunds',
  'subscriptions',
  'requests',
  'unidentified',
  'revenue',
] as const;
export type StaffList = (typeof staffLists)[number];

/** Lists that not all staff may see; their views follow. */
export const staffListNeeds: Partial<Record<StaffList, StaffPermission>> = { revenue: 'admin.money' };

const list = z.enum(staffLists);
const access = { staff: 'admin.read' } as const;

export const listStaffViews = endpoint({
  method: 'GET',
  path: '/api/admin/views',
  summary: 'Saved filters of a list of staff: the person’s own and shared ones',
  access,
  query: z.object({ list }),
  status: 200,
  answer: savedViews,
  problems: ['forbidden'],
});

export const createStaffView = endpoint({
  method: 'POST',
  path: '/api/admin/views',
  summary: 'Save filters of a list under a name, for oneself or, with full rights, for all staff',
  access,
  body: z.object({ list, ...newSavedView }),
  status: 201,
  answer: savedView,
  problems: ['forbidden', 'view_name_taken', 'too_many_views'],
});

export const updateStaffView = endpoint({
  method: 'PATCH',
  path: '/api/admin/views/{viewId}',
  summary: 'Rename a saved view of staff or replace its filters',
  access,
  params: savedViewParams,
  body: savedViewChange,
  status: 200,
  answer: savedView,
  problems: ['forbidden', 'not_found', 'view_name_taken'],
});

export const deleteStaffView = endpoint({
  method: 'DELETE',
  path: '/api/admin/views/{viewId}',
  summary: 'Delete a saved view of staff',
  access,
  params: savedViewParams,
  status: 204,
  problems: ['forbidden', 'not_found'],
});
