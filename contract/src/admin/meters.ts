import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText } from '../shared/fields.ts';
import { aggregations, meterKeyPattern } from '../shared/usage-price.ts';
import { addLabels } from '../shared/validation.ts';

addLabels({
  property: ['свойство', 'свойства'],
  keepMonths: ['число месяцев', 'числа месяцев'],
});

const name = lineOfText(1, 100, ['название', 'названия']);

const meterForm = z
  .object({
    key: lineOfText(1, 60, ['ключ', 'ключа']).check(
      z.regex(meterKeyPattern, { error: 'Только строчная латиница, цифры, «.», «-» и «_»' }),
    ),
    name,
    unit: lineOfText(1, 20, ['единицу измерения', 'единицы измерения']),
    aggregation: z.enum(aggregations),
    /** Whose different values are counted; of `unique` alone. */
    property: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(40),
            z.regex(/^[\w.-]+$/, { error: 'Только латиница, цифры, «.», «-» и «_»' }),
          ),
      ),
    ),
  })
  .check((context) => {
    const { aggregation, property } = context.value;
    if ((aggregation === 'unique') === (property != null)) return;
    const message = 'Свойство нужно счётчику разных значений и только ему';
    context.issues.push({ code: 'custom', input: context.value, message, path: ['property'] });
  });
export type MeterForm = z.output<typeof meterForm>;

const meter = z.object({
  id,
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  aggregation: z.enum(aggregations),
  property: z.nullable(z.string()),
});
export type Meter = z.output<typeof meter>;

/** Months that events are kept for, apart from those that are not charged yet; sums stay. */
const keepMonths = z.int().check(z.gte(3), z.lte(120));

export const listMeters = endpoint({
  method: 'GET',
  path: '/api/admin/meters',
  summary: 'Meters, and how long events are kept',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(meter), keepMonths: z.int() }),
});

export const createMeter = endpoint({
  method: 'POST',
  path: '/api/admin/meters',
  summary: 'Add a meter. Only its name can be changed later',
  access: { staff: 'admin.manage' },
  body: meterForm,
  status: 201,
  answer: meter,
  problems: ['meter_exists', 'too_many_services'],
});

export const renameMeter = endpoint({
  method: 'PATCH',
  path: '/api/admin/meters/{meterId}',
  summary: 'Rename a meter',
  access: { staff: 'admin.manage' },
  params: z.object({ meterId: id }),
  body: z.object({ name }),
  status: 200,
  answer: meter,
  problems: ['not_found'],
});

export const setUsageRetention = endpoint({
  method: 'PUT',
  path: '/api/admin/meters/retention',
  summary: 'How long events of usage are kept',
  access: { staff: 'admin.manage' },
  body: z.object({ keepMonths }),
  status: 204,
});
