import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, time } from '../shared/fields.ts';
import { tariffTerms } from '../shared/tariffs.ts';
import type { Label } from '../shared/validation.ts';

const markdown = z.string().check(
  z.trim(),
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.maxLength(5000, { error: 'Длина описания не больше 5000 символов' }),
  z.regex(/^(?:\n|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u, { error: 'Уберите из описания невидимые знаки' }),
);

const named: Label = ['название', 'названия'];

export const serviceForm = z.object({
  name: lineOfText(1, 100, named),
  /** What stands in acts and УПД. */
  documentName: lineOfText(1, 100, ['название для документов', 'названия для документов']),
  unit: lineOfText(1, 20, ['единицу измерения', 'единицы измерения']),
  group: z.optional(z.nullable(lineOfText(1, 60, ['группу', 'группы']))),
  description: z.optional(z.nullable(markdown)),
  isVisible: z.boolean(),
});
export type ServiceForm = z.output<typeof serviceForm>;

const version = z.extend(tariffTerms, {
  id,
  number: z.int(),
  from: day,
  runningFrom: z.nullable(day),
  /** Running subscriptions on it. */
  subscriptions: z.int(),
  /** Organizations that were notified of its price, and those that still will be. */
  announced: z.int(),
  toAnnounce: z.int(),
  createdAt: time,
  createdBy: z.nullable(z.string()),
});
export type TariffVersion = z.output<typeof version>;

const tariff = z.object({
  id,
  name: z.string(),
  isVisible: z.boolean(),
  isClosed: z.boolean(),
  /** Newest first. */
  versions: z.array(version),
});
export type AdminTariff = z.output<typeof tariff>;

const service = z.extend(serviceForm, {
  id,
  group: z.nullable(z.string()),
  description: z.nullable(z.string()),
  tariffs: z.array(tariff),
});
export type AdminService = z.output<typeof service>;

const created = z.object({ id });
const serviceParams = z.object({ serviceId: id });
const tariffParams = z.object({ tariffId: id });

export const listCatalogue = endpoint({
  method: 'GET',
  path: '/api/admin/services',
  summary: 'Services with their tariffs, versions and how many subscriptions each has',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(service) }),
});

export const createService = endpoint({
  method: 'POST',
  path: '/api/admin/services',
  summary: 'Add a service',
  access: { staff: 'admin.manage' },
  body: serviceForm,
  status: 201,
  answer: created,
  problems: ['too_many_services'],
});

export const getCatalogueService = endpoint({
  method: 'GET',
  path: '/api/admin/services/{serviceId}',
  summary: 'A service with its tariffs',
  access: { staff: 'admin.read' },
  params: serviceParams,
  status: 200,
  answer: service,
  problems: ['not_found'],
});

export const updateService = endpoint({
  method: 'PATCH',
  path: '/api/admin/services/{serviceId}',
  summary: 'Change how a service is called, described and shown',
  access: { staff: 'admin.manage' },
  params: serviceParams,
  body: z.partial(serviceForm),
  status: 200,
  answer: service,
  problems: ['not_found'],
});

const tariffName = lineOfText(1, 100, named);
export const tariffForm = z.object({ name: tariffName, isVisible: z.boolean(), version: tariffTerms });

export const createTariff = endpoint({
  method: 'POST',
  path: '/api/admin/services/{serviceId}/tariffs',
  summary: 'Add a tariff with its first version, in force from today',
  access: { staff: 'admin.manage' },
  params: serviceParams,
  body: tariffForm,
  status: 201,
  answer: z.object({ id, versionId: id }),
  problems: ['not_found', 'too_many_services', 'meter_unknown'],
});

export const updateTariff = endpoint({
  method: 'PATCH',
  path: '/api/admin/tariffs/{tariffId}',
  summary: 'Rename, show, hide, close for new subscriptions or open again',
  access: { staff: 'admin.manage' },
  params: tariffParams,
  body: z.object({
    name: z.optional(tariffName),
    isVisible: z.optional(z.boolean()),
    isClosed: z.optional(z.boolean()),
  }),
  status: 200,
  answer: tariff,
  problems: ['not_found'],
});

export const deleteTariff = endpoint({
  method: 'DELETE',
  path: '/api/admin/tariffs/{tariffId}',
  summary: 'Delete a tariff that nothing was ever connected to; another one can only be closed',
  access: { staff: 'admin.manage' },
  params: tariffParams,
  status: 204,
  problems: ['not_found', 'tariff_in_use'],
});

export const versionForm = z.object({ version: tariffTerms, from: day, runningFrom: z.optional(z.nullable(day)) });
export type VersionForm = z.output<typeof versionForm>;

export const createVersion = endpoint({
  method: 'POST',
  path: '/api/admin/tariffs/{tariffId}/versions',
  summary: 'Add a version: for new subscriptions from a day on, and for running ones from another',
  access: { staff: 'admin.manage' },
  params: tariffParams,
  body: versionForm,
  status: 201,
  answer: created,
  problems: ['not_found', 'version_dates_wrong', 'version_not_comparable', 'meter_unknown'],
});

const example = z.object({
  title: z.string(),
  lines: z.array(z.object({ description: z.string(), from: day, to: day, amountMinor: z.int() })),
});

export const previewVersion = endpoint({
  method: 'POST',
  path: '/api/admin/tariffs/preview',
  summary: 'An example bill: connecting today, the next periods, a change in the middle',
  access: { staff: 'admin.read' },
  body: tariffTerms,
  status: 200,
  answer: z.object({ examples: z.array(example) }),
});
