import type { Queries } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { uuidv7 } from '../../db/uuid.ts';
import type { Letter } from '../letter.ts';

export interface StoredLetter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

export async function saveLetter(db: Queries, letter: Letter): Promise<void> {
  await db.query(sql`
    insert into development_letters (id, recipient, subject, text_body, html_body)
    values (${uuidv7()}, ${letter.to}, ${letter.subject}, ${letter.text}, ${letter.html})`);
}

export async function findLetter(db: Queries, id: string): Promise<{ html: string } | null> {
  const [letter] = await db.query<{ html: string }>(sql`
    select html_body as html from development_letters where id::text = ${id}`);
  return letter ?? null;
}

export function listLetters(db: Queries, to: string | undefined, limit: number): Promise<StoredLetter[]> {
  const ofRecipient = to === undefined ? sql`` : sql`where recipient = ${to.toLowerCase()}`;
  return db.query<StoredLetter>(sql`
    select id, recipient as to, subject, text_body as text, html_body as html, sent_at as "sentAt"
    from development_letters ${ofRecipient}
    order by id desc limit ${limit}`);
}

/** Letters to these addresses. */
export async function deleteLettersTo(db: Queries, addresses: string[]): Promise<void> {
  await db.query(sql`delete from development_letters where recipient = any(${addresses}::text[])`);
}

/** Letters to these addresses whose text names the person. */
export async function deleteLettersNaming(db: Queries, addresses: string[], name: string): Promise<void> {
  await db.query(sql`
    delete from development_letters where recipient = any(${addresses}::text[]) and position(${name} in text_body) > 0`);
}
