import type { Invitation } from '@kazna/contract/cabinet/invitations';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { isOpen } from '../reads.ts';

export const isPending = sql`i.status = 'pending' and i.expires_at > now()`;

export interface InvitationLetterRow {
  email: string;
  role: Invitation['role'];
  organizationName: string;
  invitedBy: string;
  hasAccount: boolean;
}

/** A member, or the business's support for a key of the operator API. */
export const inviterName = sql`coalesce(u.name, 'Поддержка')`;

export const letterColumns = sql`
  i.email, i.role, o.name as "organizationName", ${inviterName} as "invitedBy",
  exists (select from users a where a.email = i.email) as "hasAccount"`;
export const letterTables = sql`
  invitations i join organizations o on o.id = i.organization_id and ${isOpen}
  left join users u on u.id = i.invited_by`;

/** The token came to the invited mailbox. Null once the invitation is answered or a later letter was sent. */
export async function findInvitationByToken(
  db: Queries,
  hash: Buffer,
): Promise<(InvitationLetterRow & { id: string }) | null> {
  const [row] = await db.query<InvitationLetterRow & { id: string }>(sql`
    select i.id, ${letterColumns} from ${letterTables}
    where i.token_hash = ${hash} and o.status = 'active' and ${isPending}`);
  return row ?? null;
}
