import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, time } from '../shared/fields.ts';

export const notificationCategories = ['money', 'balance', 'documents', 'members', 'requests', 'security'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

export const categoryNames: Record<NotificationCategory, string> = {
  money: 'Платежи и деньги',
  balance: 'Низкий баланс',
  documents: 'Документы',
  members: 'Участники',
  requests: 'Обращения',
  security: 'Доступ и безопасность',
};

/** Letters that a person may switch off; those about money and security always come. */
export const optionalCategories = ['balance', 'documents', 'members', 'requests'] as const;
export type OptionalCategory = (typeof optionalCategories)[number];

export function isOptional(category: NotificationCategory): category is OptionalCategory {
  return (optionalCategories as readonly string[]).includes(category);
}

/** Counting stops here: the bell shows «99+». */
export const maxUnreadCount = 100;

const notificationId = z.string().check(z.regex(/^[1-9]\d{0,17}$/));

export const notification = z.object({
  id: notificationId,
  category: z.enum(notificationCategories),
  /** Null for what concerns the person alone. */
  organizationId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
  /** A path of the cabinet; null when there is nothing to open. */
  path: z.nullable(z.string()),
  createdAt: time,
  isRead: z.boolean(),
  /** How many of the same kind from the same hour stand behind it. */
  foldedCount: z.number(),
});
export type Notification = z.output<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What happened, newest first; only what the person’s roles let them see now',
  access: 'signedIn',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
    cursor: z.optional(notificationId),
    category: z.optional(z.enum(notificationCategories)),
    organization: z.optional(id),
    unread: z.optional(z.literal('true')),
  }),
  status: 200,
  answer: pageOf(notification),
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read, some or all',
  access: 'signedIn',
  body: z.union([
    z.object({ ids: z.array(notificationId).check(z.minLength(1), z.maxLength(100)) }),
    z.object({ all: z.literal(true) }),
  ]),
  status: 200,
  answer: z.object({ unread: z.number() }),
});

export const mailPreferences = z.object({
  organizationId: id,
  organizationName: z.string(),
  muted: z.array(z.enum(optionalCategories)),
});
export type MailPreferences = z.output<typeof mailPreferences>;

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/api/notification-preferences',
  summary: 'Which letters come, for each organization of the person',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(mailPreferences) }),
});

export const setNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/api/notification-preferences',
  summary: 'Choose which letters about an organization do not come; letters about money and security always do',
  access: 'signedIn',
  body: z.object({
    organizationId: id,
    muted: z.array(z.enum(optionalCategories)).check(z.maxLength(optionalCategories.length)),
  }),
  status: 204,
  problems: ['not_found'],
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  summary: 'Switch off the letters that a letter’s link is about',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(500)) }),
  status: 200,
  answer: z.object({ category: z.enum(optionalCategories) }),
  problems: ['unsubscribe_link_invalid'],
});
