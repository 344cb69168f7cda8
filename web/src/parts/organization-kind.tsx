import type { AdminOrganization } from '@kazna/contract/admin/organizations';
import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { BriefcaseIcon, BuildingIcon, PersonIcon } from '../ui/icons.tsx';

export const kindNames: Record<OrganizationKind, string> = {
  person: 'Личный счёт',
  sole_proprietor: 'ИП',
  company: 'Компания',
};

/** Personal organizations share one name, so the owner's stands for it. */
export function organizationTitle({ kind, name, ownerName }: Pick<AdminOrganization, 'kind' | 'name' | 'ownerName'>) {
  return kind === 'person' && name === kindNames.person && ownerName ? ownerName : name;
}

const icons = { person: PersonIcon, sole_proprietor: BriefcaseIcon, company: BuildingIcon };

export function KindIcon({ kind, size = 20 }: { kind: OrganizationKind; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} />;
}

/** Describes a membership without repeating its name: «Компания · владелец». */
export function aboutMembership({ name, kind, role }: Membership): string[] {
  return name === kindNames[kind] ? [roleNames[role]] : [kindNames[kind], roleNames[role].toLowerCase()];
}
