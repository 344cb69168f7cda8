import type { BusinessPictures, PictureName } from '@kazna/contract/admin/business-pictures';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Pictures } from '../pdf/create-pdf.ts';

export interface PictureVersion extends BusinessPictures {
  version: number;
}

export async function findPictures(db: Queries): Promise<PictureVersion> {
  const [row] = await db.query<PictureVersion>(sql`
    select version, logo_id as logo, stamp_id as stamp, signature_id as signature, is_on_upd as "isOnUpd"
    from business_picture_versions order by version desc limit 1`);
  return row ?? { version: 0, logo: null, stamp: null, signature: null, isOnUpd: true };
}

/** False when there is such a version already. */
export async function insertPictureVersion(tx: Transaction, next: PictureVersion, createdBy: string): Promise<boolean> {
  const { version, logo, stamp, signature, isOnUpd } = next;
  const rows = await tx.query(sql`
    insert into business_picture_versions (version, logo_id, stamp_id, signature_id, is_on_upd, created_by)
    values (${version}, ${logo}, ${stamp}, ${signature}, ${isOnUpd}, ${createdBy}) on conflict do nothing returning version`);
  return rows.length > 0;
}

export async function insertPicture(tx: Transaction, id: string, png: Buffer): Promise<void> {
  await tx.query(sql`insert into business_pictures (id, png) values (${id}, ${png})`);
}

/** The pictures that a document was made with, as files. */
export async function readPictures(db: Queries, ids: Partial<Record<PictureName, string | null>>): Promise<Pictures> {
  const named = Object.entries(ids).filter(([, id]) => id) as [PictureName, string][];
  if (named.length === 0) return {};
  const rows = await db.query<{ id: string; png: Buffer }>(sql`
    select id, png from business_pictures where id = any(${named.map(([, id]) => id)}::uuid[])`);
  const pngOf = (wanted: string) => rows.find(({ id }) => id === wanted)?.png;
  return Object.fromEntries(named.map(([name, id]) => [name, pngOf(id)]));
}
