import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface ManagedOrganization {
  id: string;
  kind: OrganizationKind;
  name: string;
  externalId: string | null;
  metadata: Record<string, string>;
}

/** Opened by the operator API; its owner fills the requisites in. */
export async function insertManagedOrganization(db: Queries, organization: ManagedOrganization): Promise<void> {
  const { id, kind, name, externalId, metadata } = organization;
  await db.query(sql`
    insert into organizations (id, kind, name, external_id, metadata)
    values (${id}, ${kind}, ${name}, ${externalId}, ${metadata})`);
}

/** Undefined leaves a field as it is. */
export async function updateManagedOrganization(
  db: Queries,
  id: string,
  { name, externalId, metadata }: Partial<Pick<ManagedOrganization, 'name' | 'externalId' | 'metadata'>>,
): Promise<void> {
  await db.query(sql`
    update organizations set name = coalesce(${name ?? null}, name), metadata = coalesce(${metadata ?? null}, metadata),
      external_id = coalesce(${externalId ?? null}, external_id)
    where id = ${id}`);
}
