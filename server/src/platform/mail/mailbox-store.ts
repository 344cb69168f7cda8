import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { Attachment, Letter } from './letter.ts';

export interface StoredLetter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  attachments: { name: string; bytes: number }[];
}

export async function saveLetter(db: Queries, letter: Letter): Promise<void> {
  const { attachments = [], logo } = letter;
  const html = logo ? letter.html.replace('cid:logo', `data:image/png;base64,${logo.toString('base64')}`) : letter.html;
  await db.query(sql`
    with letter as (
      insert into development_letters (id, recipient, subject, text_body, html_body)
      values (${uuidv7()}, ${letter.to}, ${letter.subject}, ${letter.text}, ${html}) returning id)
    insert into development_letter_files (letter_id, place, name, content_type, content)
    select letter.id, file.place, file.name, file.content_type, decode(file.content, 'base64')
    from letter, unnest(${attachments.map(({ name }) => name)}::text[],
      ${attachments.map(({ contentType }) => contentType)}::text[],
      ${attachments.map(({ content }) => content.toString('base64'))}::text[])
      with ordinality as file (name, content_type, content, place)`);
}

export async function findAttachment(db: Queries, letterId: string, place: string): Promise<Attachment | null> {
  const [file] = await db.query<Attachment>(sql`
    select name, content_type as "contentType", content from development_letter_files
    where letter_id::text = ${letterId} and place::text = ${place}`);
  return file ?? null;
}

export async function findLetter(db: Queries, id: string): Promise<{ html: string } | null> {
  const [letter] = await db.query<{ html: string }>(sql`
    select html_body as html from development_letters where id::text = ${id}`);
  return letter ?? null;
}

export function listLetters(db: Queries, to: string | undefined, limit: number): Promise<StoredLetter[]> {
  const ofRecipient = to === undefined ? sql`` : sql`where recipient = ${to.toLowerCase()}`;
  return db.query<StoredLetter>(sql`
    select id, recipient as to, subject, text_body as text, html_body as html, sent_at as "sentAt", coalesce((
        select jsonb_agg(jsonb_build_object('name', f.name, 'bytes', length(f.content)) order by f.place)
        from development_letter_files f where f.letter_id = development_letters.id), '[]') as attachments
    from development_letters ${ofRecipient}
    order by id desc limit ${limit}`);
}

/** Deletes letters to the person and letters to others that name them. */
export async function deleteLettersOf(
  db: Queries,
  { own, others, name }: { own: string[]; others: string[]; name: string },
): Promise<void> {
  await db.query(sql`delete from development_letters where recipient = any(${own}::text[])`);
  await db.query(sql`
    delete from development_letters where recipient = any(${others}::text[]) and position(${name} in text_body) > 0`);
}
