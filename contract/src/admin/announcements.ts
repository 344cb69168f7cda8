import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, pageOf, pageQuery, time } from '../shared/fields.ts';
import { addLabels } from '../shared/validation.ts';

addLabels({ until: ['дату окончания', 'даты окончания'] });

export const announcementAudiences = {
  everybody: 'Все',
  owners: 'Владельцы организаций',
  tariff: 'Организации с тарифом',
} as const;
export type AnnouncementAudience = keyof typeof announcementAudiences;

const fields = z.object({
  text: lineOfText(1, 300, ['текст', 'текста']),
  /** A page of the cabinet that says more, such as an article of help. */
  link: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(200),
        z.regex(/^\/[\w-][\w/?=&#%.-]*$/, { error: 'Страница кабинета, например /info/help/services' }),
      ),
  ),
  audience: z.enum(['everybody', 'owners', 'tariff']),
  tariffId: z.nullable(id),
  from: time,
  until: time,
});

const hasTariff = z.refine<z.output<typeof fields>>(
  ({ audience, tariffId }) => (audience === 'tariff') === (tariffId !== null),
  { path: ['tariffId'], error: 'Выберите тариф' },
);

export const announcementForm = fields.check(
  hasTariff,
  z.refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: 'Конец должен быть позже начала',
  }),
);
export type AnnouncementForm = z.output<typeof announcementForm>;

const announcement = z.extend(fields, {
  id,
  state: z.enum(['planned', 'shown', 'ended']),
  tariffName: z.nullable(z.string()),
  people: z.int(),
  /** Of them, who took it away. */
  dismissed: z.int(),
});
export type AdminAnnouncement = z.output<typeof announcement>;

const params = z.object({ announcementId: id });

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  summary: 'Announcements, the newest first, each with its state and how many people it is for',
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(announcement),
});

export const countAudience = endpoint({
  method: 'GET',
  path: '/api/admin/announcement-audience',
  summary: 'How many people an announcement for this audience would reach now',
  access: { staff: 'admin.read' },
  query: z.object({ audience: fields.shape.audience, tariffId: z.optional(id) }),
  status: 200,
  answer: z.object({ people: z.int() }),
});

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  summary: 'Announce something to customers',
  access: { staff: 'admin.manage' },
  body: announcementForm,
  status: 201,
  answer: z.object({ id }),
});

export const updateAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/admin/announcements/{announcementId}',
  summary: 'Change an announcement. Those who took it away do not see it again',
  access: { staff: 'admin.manage' },
  params,
  body: announcementForm,
  status: 204,
  problems: ['not_found'],
});

export const endAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/{announcementId}/end',
  summary: 'End an announcement now; one that has ended or not begun is left or called off',
  access: { staff: 'admin.manage' },
  params,
  status: 204,
  problems: ['not_found'],
});

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/admin/announcements/{announcementId}',
  summary: 'Delete an announcement',
  access: { staff: 'admin.manage' },
  params,
  status: 204,
  problems: ['not_found'],
});
