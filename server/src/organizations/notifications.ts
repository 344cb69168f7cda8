import { type OrganizationRole, roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import type { NotificationKind } from '../notifications/kind.ts';
import { askSupport, openCabinet, withoutFullStop } from '../notifications/texts.ts';

interface RoleDetails {
  memberId: string;
  actorId: string;
  from: OrganizationRole;
  to: OrganizationRole;
}

export const memberJoined: NotificationKind<{ memberId: string; role: OrganizationRole }> = {
  name: 'member_joined',
  category: 'members',
  audience: 'admin',
  except: ({ memberId }) => memberId,
  describe: ({ memberId, role }, { organizationId, organizationName, publicUrl, nameOf }) => ({
    headline: `Новый участник: ${nameOf(memberId)}`,
    paragraphs: [
      `${nameOf(memberId)} теперь в организации ${quoted(organizationName)}. Роль: ${roleNames[role].toLowerCase()}.`,
    ],
    action: { label: 'Открыть участников', url: `${publicUrl}/organization/${organizationId}?tab=members` },
  }),
};

export const roleChanged: NotificationKind<RoleDetails> = {
  name: 'role_changed',
  category: 'security',
  audience: 'owner',
  affected: ({ memberId }) => memberId,
  doneBy: ({ actorId }) => actorId,
  describe: ({ memberId, actorId, to }, context) => {
    const { organizationId, publicUrl, nameOf, isPersonal } = context;
    const role = roleNames[to].toLowerCase();
    const organization = quoted(context.organizationName);
    const changed = `Кто изменил: ${nameOf(actorId)}.`;
    return {
      headline: isPersonal ? `Ваша роль теперь ${role}` : `Новая роль участника: ${role}`,
      paragraphs: [
        isPersonal
          ? `Ваша роль в организации ${organization} изменена. Теперь вы ${role}. ${changed}`
          : `В организации ${organization} изменена роль. ${nameOf(memberId)}: теперь ${role}. ${changed}`,
      ],
      action: { label: 'Открыть организацию', url: `${publicUrl}/organization/${organizationId}` },
      note: askSupport(context),
    };
  },
};

export const organizationClosed: NotificationKind<{ actorId: string }> = {
  name: 'organization_closed',
  category: 'security',
  audience: 'member',
  doneBy: ({ actorId }) => actorId,
  describe: ({ actorId }, context) => ({
    headline: 'Организация закрыта',
    paragraphs: [
      `Организация ${quoted(context.organizationName)} закрыта. Кто закрыл: ${context.nameOf(actorId)}.`,
      'Пополнить её или открыть снова нельзя. Сведения о прошлых операциях сохранены.',
    ],
    note: askSupport(context),
  }),
};

export const organizationSuspended: NotificationKind<{ reason: string }> = {
  name: 'organization_suspended',
  category: 'security',
  audience: 'accountant',
  describe: ({ reason }, context) => ({
    headline: 'Организация приостановлена',
    paragraphs: [
      `Наш сотрудник приостановил организацию ${quoted(context.organizationName)}. Пополнения, возвраты и изменения пока недоступны. Деньги на балансе сохранены.`,
      `Причина: ${withoutFullStop(reason)}.`,
    ],
    action: openCabinet(context),
    note: askSupport(context),
  }),
};

export const organizationResumed: NotificationKind<{ reason: string }> = {
  name: 'organization_resumed',
  category: 'security',
  audience: 'accountant',
  describe: ({ reason }, context) => ({
    headline: 'Организация снова работает',
    paragraphs: [
      `Наш сотрудник возобновил работу организации ${quoted(context.organizationName)}. Всё снова доступно.`,
      `Причина: ${withoutFullStop(reason)}.`,
    ],
    action: openCabinet(context),
  }),
};

export const viewedByStaff: NotificationKind<{ reason: string }> = {
  name: 'viewed_by_staff',
  category: 'security',
  audience: 'owner',
  describe: ({ reason }, { organizationId, organizationName, publicUrl }) => ({
    headline: 'Поддержка открыла ваш кабинет для просмотра',
    paragraphs: [
      `Сотрудник поддержки смотрит кабинет организации ${quoted(organizationName)} так, как видите его вы. Изменить в нём ничего нельзя, просмотр длится не больше 30\u00a0минут.`,
      `Причина: ${withoutFullStop(reason)}. Запретить такой просмотр можно на странице организации.`,
    ],
    action: { label: 'Открыть организацию', url: `${publicUrl}/organization/${organizationId}` },
  }),
};
