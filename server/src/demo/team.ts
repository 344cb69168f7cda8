import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { uuidv7 } from '../platform/db/uuid.ts';
import { dayMs, hourMs, minuteMs } from './calendar.ts';
import type { Random } from './random.ts';

export interface DemoPerson {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  address: string;
}

export interface DemoMember {
  person: DemoPerson;
  role: OrganizationRole;
  joinedAt: Date;
}

export interface DemoInvitation {
  id: string;
  email: string;
  role: string;
  invitedBy: string;
  status: 'pending' | 'accepted' | 'declined' | 'revoked';
  createdAt: Date;
  answeredAt: Date | null;
}

export interface DemoAction {
  id: string;
  actorId: string;
  action: AuditAction;
  subjectUserId: string | null;
  invitationId: string | null;
  details: Record<string, string>;
  address: string;
  createdAt: Date;
}

export interface DemoTeam {
  members: DemoMember[];
  invitations: DemoInvitation[];
  log: DemoAction[];
}

export function actionOf(
  actor: DemoPerson,
  at: number,
  action: AuditAction,
  more: Partial<Pick<DemoAction, 'subjectUserId' | 'invitationId' | 'details'>> = {},
): DemoAction {
  const { id: actorId, address } = actor;
  const empty = { subjectUserId: null, invitationId: null, details: {} };
  return { id: uuidv7(at), actorId, action, address, createdAt: new Date(at), ...empty, ...more };
}

export function gatherTeam(
  random: Random,
  [owner, ...others]: [DemoPerson, ...DemoPerson[]],
  foundedAt: number,
  now: number,
): DemoTeam {
  const team: DemoTeam = {
    members: [{ person: owner, role: 'owner', joinedAt: new Date(foundedAt) }],
    invitations: [],
    log: [
      actionOf(owner, foundedAt, 'organization.created'),
      actionOf(owner, foundedAt + 3 * dayMs, 'organization.changed', { details: { fields: 'address' } }),
    ],
  };
  for (const [index, person] of others.entries()) {
    const role = index === 0 ? 'accountant' : 'member';
    const earliest = Math.max(foundedAt + (index + 1) * dayMs, person.createdAt.getTime() + hourMs);
    const invitedAt = Math.min(earliest + random.between(1, 9) * hourMs, now - 2 * dayMs);
    const joinedAt = invitedAt + random.between(5, 20 * 60) * minuteMs;
    invite(team, owner, { email: person.email, role }, invitedAt, { status: 'accepted', at: joinedAt, by: person });
    team.members.push({ person, role, joinedAt: new Date(joinedAt) });
  }
  promote(team, owner, now);
  return team;
}

interface Answer {
  status: DemoInvitation['status'];
  at: number;
  by: DemoPerson;
}

const answers = { accepted: 'member.joined', declined: 'invitation.declined', revoked: 'invitation.revoked' } as const;

export function invite(
  team: DemoTeam,
  owner: DemoPerson,
  { email, role }: { email: string; role: OrganizationRole },
  at: number,
  answer?: Answer,
): void {
  const id = uuidv7(at);
  const { status = 'pending' } = answer ?? {};
  const answeredAt = answer ? new Date(answer.at) : null;
  team.invitations.push({ id, email, role, invitedBy: owner.id, status, createdAt: new Date(at), answeredAt });
  team.log.push(actionOf(owner, at, 'invitation.sent', { invitationId: id, details: { role } }));
  if (!answer || answer.status === 'pending') return;
  const details: Record<string, string> = answer.status === 'accepted' ? { role } : {};
  team.log.push(actionOf(answer.by, answer.at, answers[answer.status], { invitationId: id, details }));
}

function promote({ members, log }: DemoTeam, owner: DemoPerson, now: number): void {
  const member = members[3];
  if (!member) return;
  const at = member.joinedAt.getTime() + 40 * dayMs;
  if (at > now) return;
  member.role = 'admin';
  const details = { from: 'member', to: 'admin' };
  log.push(actionOf(owner, at, 'member.role_changed', { subjectUserId: member.person.id, details }));
}
