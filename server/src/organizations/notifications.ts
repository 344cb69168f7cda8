import { type OrganizationRole, roleNames } from '@kazna/contract/shared/permissions';
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
  except: 'memberId',
  describe: ({ memberId, role }, { organizationId, publicUrl, nameOf }) => ({
    headline: `Новый участник: ${nameOf(memberId)}`,
    paragraphs: [],
    facts: [['Роль', roleNames[role].toLowerCase()]],
    action: { label: 'Открыть участников', url: `${publicUrl}/organization/${organizationId}?tab=members` },
  }),
};

export const roleChanged: NotificationKind<RoleDetails> = {
  name: 'role_changed',
  category: 'security',
  audience: 'owner',
  affected: 'memberId',
  doneBy: ({ actorId }) => actorId,
  describe: ({ memberId, actorId, from, to }, context) => {
    const { organizationId, publicUrl, nameOf, isPersonal } = context;
    const role = roleNames[to].toLowerCase();
    return {
      headline: isPersonal ? `Ваша роль теперь ${role}` : `Новая роль участника: ${role}`,
      paragraphs: [],
      facts: [
        ...(isPersonal ? [] : ([['Участник', nameOf(memberId)]] as const)),
        ['Роль раньше', roleNames[from].toLowerCase()],
        ['Роль теперь', role],
        ['Кто изменил', nameOf(actorId)],
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
    paragraphs: ['Пополнить её или открыть снова нельзя. Сведения о прошлых операциях сохранены.'],
    facts: [['Кто закрыл', context.nameOf(actorId)]],
    note: askSupport(context),
  }),
};

export const organizationSuspended: NotificationKind<{ reason: string }> = {
  name: 'organization_suspended',
  category: 'security',
  audience: 'accountant',
  describe: ({ reason }, context) => ({
    headline: 'Организация приостановлена',
    paragraphs: ['Пополнения, возвраты и изменения пока недоступны. Деньги на балансе сохранены.'],
    facts: [['Причина', withoutFullStop(reason)]],
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
    paragraphs: ['Всё снова доступно.'],
    facts: [['Причина', withoutFullStop(reason)]],
    action: openCabinet(context),
  }),
};

export const viewedByStaff: NotificationKind<{ reason: string }> = {
  name: 'viewed_by_staff',
  category: 'security',
  audience: 'owner',
  describe: ({ reason }, { organizationId, publicUrl }) => ({
    headline: 'Поддержка открыла ваш кабинет для просмотра',
    paragraphs: [
      'Сотрудник поддержки смотрит кабинет так, как видите его вы. Изменить в нём ничего нельзя, просмотр длится не больше 30\u00a0минут. Запретить такой просмотр можно на странице организации.',
    ],
    facts: [['Причина', withoutFullStop(reason)]],
    action: { label: 'Открыть организацию', url: `${publicUrl}/organization/${organizationId}` },
  }),
};
