import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
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
