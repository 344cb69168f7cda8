import type { PreparedAnswer, RequestSettings } from '@kazna/contract/admin/requests';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

export async function selectSettings(db: Queries): Promise<RequestSettings> {
  const [row] = await db.query<RequestSettings>(sql`select close_after_days as "closeAfterDays" from support_settings`);
  return row as RequestSettings;
}

export async function updateSettings(tx: Transaction, { closeAfterDays }: RequestSettings): Promise<void> {
  await tx.query(sql`update support_settings set close_after_days = ${closeAfterDays}`);
}

export function selectAnswers(db: Queries): Promise<PreparedAnswer[]> {
  return db.query<PreparedAnswer>(sql`select id, title, text from support_answers order by lower(title), id`);
}

interface Change extends PreparedAnswer {
  changedBy: string;
}

const maxAnswers = 200;

/** False when there are too many. */
export async function insertAnswer(tx: Transaction, { id, title, text, changedBy }: Change): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into support_answers (id, title, text, changed_by)
    select ${id}, ${title}, ${text}, ${changedBy} where (select count(*) from support_answers) < ${maxAnswers} returning id`);
  return rows.length > 0;
}

export async function updateAnswer(tx: Transaction, { id, title, text, changedBy }: Change): Promise<boolean> {
  const rows = await tx.query(sql`
    update support_answers set title = ${title}, text = ${text}, changed_by = ${changedBy}, changed_at = business_now()
    where id = ${id} returning id`);
  return rows.length > 0;
}

/** Returns the title; null for a missing one. */
export async function deleteAnswer(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx.query<{ title: string }>(sql`delete from support_answers where id = ${id} returning title`);
  return row?.title ?? null;
}
