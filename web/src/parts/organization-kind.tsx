import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { BriefcaseIcon, BuildingIcon, PersonIcon } from '../ui/icons.tsx';

export const kindNames: Record<OrganizationKind, string> = {
  person: 'Личный счёт',
  sole_proprietor: 'ИП',
  company: 'Компания',
};

const icons = { person: PersonIcon, sole_proprietor: BriefcaseIcon, company: BuildingIcon };

export function KindIcon({ kind, size = 20 }: { kind: OrganizationKind; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} />;
}

/** Describes a membership without repeating its name: «Компания · владелец». */
export function aboutMembership({ name, kind, role }: Membership): string[] {
  return name === kindNames[kind] ? [roleNames[role]] : [kindNames[kind], roleNames[role].toLowerCase()];
}
