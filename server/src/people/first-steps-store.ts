import type { FirstStep } from '@kazna/contract/cabinet/first-steps';
import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { isOpen } from '../organizations/reads.ts';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { moscowToday } from '../platform/db/moscow-day.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

export interface Setup {
  role: OrganizationRole;
  kind: OrganizationKind;
  isSuspended: boolean;
  /** Whether anything can be connected at all. */
  hasCatalogue: boolean;
  done: Record<FirstStep, boolean>;
}

function isDismissed(userId: Sql, organizationId: Sql): Sql {
  return sql`exists (select from first_steps_dismissals d
    where d.user_id = ${userId} and d.organization_id is not distinct from ${organizationId})`;
}

/** A handful of probes of indexes. No row for a person who took the steps away and for staff who view a cabinet. */
export const setupOfCaller = sql`
  select m.role, o.kind, o.status = 'suspended' as "isSuspended",
    exists (select from services s join tariffs t on t.service_id = s.id
      where s.is_visible and t.is_visible and not t.is_closed and exists (
        select from tariff_versions v where v.tariff_id = t.id and v.valid_from <= ${moscowToday})) as "hasCatalogue",
    json_build_object(
      'requisites', o.address is not null and o.bank_account is not null,
      'top-up', exists (select from ledger_entries e
        where e.organization_id = o.id and e.kind in ('top_up', 'bank_receipt')),
      'colleague', exists (select from memberships c where c.organization_id = o.id and c.user_id <> m.user_id)
        or exists (select from invitations i where i.organization_id = o.id and i.status = 'pending' and i.expires_at > now()),
      'service', exists (select from subscriptions r where r.organization_id = o.id),
      'protection', u.totp_confirmed_at is not null or exists (select from passkeys k where k.user_id = u.id)
    ) as done
  from memberships m join organizations o on o.id = m.organization_id join users u on u.id = m.user_id
  where m.user_id = caller.user_id and m.organization_id = caller.organization_id and ${isOpen}
    and caller.view_organization_id is null and not ${isDismissed(sql`m.user_id`, sql`o.id`)}`;

/** The organization is null for the first steps of the installation. */
export async function insertDismissal(db: Queries, userId: string, organizationId: string | null): Promise<void> {
  await db.query(sql`
    insert into first_steps_dismissals (user_id, organization_id) values (${userId}, ${organizationId})
    on conflict do nothing`);
}

export async function hasDismissedInstallation(db: Queries, userId: string): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(sql`
    select ${isDismissed(sql`${userId}::uuid`, sql`null::uuid`)} as is`);
  return row?.is === true;
}

export async function deleteDismissalsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`delete from first_steps_dismissals where user_id = ${userId}`);
}
