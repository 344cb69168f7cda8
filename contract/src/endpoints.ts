import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as adminWork from './admin-work.ts';
import * as audit from './audit.ts';
import * as balance from './balance.ts';
import * as closing from './closing.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as health from './health.ts';
import * as info from './info.ts';
import * as invitations from './invitations.ts';
import * as members from './members.ts';
import * as organizations from './organizations.ts';
import * as payments from './payments.ts';
import * as profile from './profile.ts';
import * as referrals from './profile-referrals.ts';
import * as secondFactor from './profile-second-factor.ts';
import * as sessions from './profile-sessions.ts';

const declared: Record<string, unknown> = {
  ...accounts,
  ...admin,
  ...adminWork,
  ...audit,
  ...balance,
  ...closing,
  ...dashboard,
  ...events,
  ...health,
  ...info,
  ...invitations,
  ...members,
  ...organizations,
  ...payments,
  ...profile,
  ...referrals,
  ...secondFactor,
  ...sessions,
};

/** The whole interface of the server. An endpoint's name is its `operationId`. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(declared).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
