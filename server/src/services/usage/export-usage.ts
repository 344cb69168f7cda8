import type { UsageStep } from '@kazna/contract/cabinet/usage';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { tableFile } from '../../platform/files/table-file.ts';
import { addDays, dayIn, startOfDayIn } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { selectHistory } from './charging-store.ts';
import { selectBuckets } from './hours-store.ts';
import { selectMeters } from './meters-store.ts';

const exportedDays: Record<UsageStep, number> = { day: 366, hour: 31 };

interface UsageRow {
  id: string;
  cells: Cell[];
}

/** Hours or days with usage of every meter that the subscription ever had: some thousands of rows at most. */
export function exportUsage(
  context: { db: Database; zone: string },
  row: SubscriptionRow,
  { by, format }: { by: UsageStep; format: 'csv' | 'xlsx' },
): FileAnswer {
  let rows: UsageRow[] | undefined;
  return tableFile({
    name: 'usage',
    title: 'Расход',
    header: [by === 'day' ? 'День' : `Час (${businessZoneLabel})`, 'Счётчик', 'Количество', 'Единица'],
    cells: ({ cells }: UsageRow) => cells,
    readBatch: async ({ limit, cursor }) => {
      rows ??= await readRows(context, row, by);
      const start = cursor === undefined ? 0 : Number(cursor) + 1;
      return rows.slice(start, start + limit);
    },
    format,
  });
}

async function readRows(
  { db, zone }: { db: Database; zone: string },
  { id: subscriptionId, organizationId }: SubscriptionRow,
  by: UsageStep,
): Promise<UsageRow[]> {
  const [history, meters, now] = await Promise.all([
    selectHistory(db, subscriptionId),
    selectMeters(db),
    businessNow(db),
  ]);
  const keys = new Set(history.flatMap(({ version }) => version.terms.meters.map(({ meter }) => meter)));
  const tomorrow = addDays(dayIn(zone, now), 1);
  const range = {
    from: startOfDayIn(zone, addDays(tomorrow, -exportedDays[by])),
    to: startOfDayIn(zone, tomorrow),
  };
  const cells: Cell[][] = [];
  for (const meter of meters.filter(({ key }) => keys.has(key))) {
    for (const { from, quantity } of await selectBuckets(
      db,
      { organizationId, meter, subscriptionId, ...range },
      by,
      zone,
    ))
      cells.push([
        by === 'day' ? { day: dayIn(zone, from) } : { time: from },
        meter.name,
        { number: quantity },
        meter.unit,
      ]);
  }
  return cells.map((row, index) => ({ id: String(index), cells: row }));
}
