import {
  type OrganizationPermission,
  type OrganizationRole,
  organizationRoleCan,
} from '@kazna/contract/shared/permissions';

const tabs = [
  { id: 'overview', title: 'Обзор', needs: 'organization.read' },
  { id: 'members', title: 'Участники', needs: 'members.read' },
  { id: 'invitations', title: 'Приглашения', needs: 'members.read' },
  { id: 'requisites', title: 'Реквизиты', needs: 'organization.read' },
  { id: 'cards', title: 'Карты и автопополнение', needs: 'cards.read' },
  { id: 'log', title: 'Журнал', needs: 'organization.audit' },
] as const satisfies { id: string; title: string; needs: OrganizationPermission }[];

export type Tab = (typeof tabs)[number];

export function tabsFor(role: OrganizationRole): Tab[] {
  return tabs.filter(({ needs }) => organizationRoleCan(role, needs));
}

/** A tab that is unknown, or not for this role, gives way to the first one. */
export function chooseTab(wanted: string | undefined, role: OrganizationRole): Tab {
  return tabsFor(role).find(({ id }) => id === wanted) ?? tabs[0];
}

/** Sections of the profile page in order; the keys are URL anchors. */
export const sections = {
  personal: 'Личные данные',
  email: 'E-mail',
  password: 'Пароль',
  passkeys: 'Ключи доступа',
  external: 'Внешний вход',
  sessions: 'Сеансы',
  'second-factor': 'Двухфакторная защита',
  referral: 'Реферальная ссылка',
  consents: 'Согласия',
  data: 'Мои данные',
} as const;

export type SectionId = keyof typeof sections;
