import type { Membership } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { kindNames } from './organization-kind.tsx';

/** Describes a membership without repeating its name: «Компания · владелец». */
export function aboutMembership({ name, kind, role }: Membership): string[] {
  return name === kindNames[kind] ? [roleNames[role]] : [kindNames[kind], roleNames[role].toLowerCase()];
}
