import type { Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Queries } from '../platform/db/database.ts';
import type { Audience, NotificationKinds } from './kind.ts';
import { selectNames } from './letters-store.ts';
import { type NotificationText, openCabinet, type Site } from './texts.ts';

interface DescribedRow {
  kind: string;
  details: object;
  audience: Audience;
  /** Null, as its name, for what concerns the person alone. */
  organizationId: string | null;
  organizationName: string | null;
}

export interface DescribeContext extends Site {
  kinds: NotificationKinds;
  balances: Money[];
  /** Changes a name before it stands in a text. */
  presentName?: (name: string) => string;
}

/** Returns the texts in the order of the rows. Texts are made twice: the first time shows whose names they need. */
export async function describeNotifications(
  db: Queries,
  rows: DescribedRow[],
  { presentName = (name) => name, ...context }: DescribeContext,
): Promise<NotificationText[]> {
  const ids = new Set<string>();
  const describeAll = (nameOf: (userId: string) => string) => rows.map((row) => describe(row, { ...context, nameOf }));
  const withoutNames = describeAll((id) => ids.add(id) && '');
  if (ids.size === 0) return withoutNames;
  const names = await selectNames(db, [...ids]);
  return describeAll((id) => presentName(names.get(id) ?? 'удалённый пользователь'));
}

function describe(
  { kind: name, details, audience, organizationId, organizationName }: DescribedRow,
  { kinds, ...context }: DescribeContext & { nameOf: (userId: string) => string },
): NotificationText {
  if (organizationId === null || organizationName === null) {
    const kind = kinds.ofPersons.find((one) => one.name === name);
    return kind ? kind.describe(details, context) : describeUnknown();
  }
  const kind = kinds.ofMembers.find((one) => one.name === name);
  const organization = { organizationId, organizationName };
  if (!kind) return describeUnknown({ ...context, ...organization });
  return kind.describe(details, { ...context, ...organization, isPersonal: audience === 'person' });
}

/** A row outlives its kind when a feature is removed, or when an earlier version runs again. */
function describeUnknown(of?: {
  publicUrl: string;
  organizationId: string;
  organizationName: string;
}): NotificationText {
  return {
    headline: 'Новое событие',
    paragraphs: [of ? `Событие в организации ${quoted(of.organizationName)}.` : 'Событие в вашем профиле.'],
    ...(of && { action: openCabinet(of) }),
  };
}
