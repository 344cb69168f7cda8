import { formatMoney } from '@kazna/contract/money';
import { paymentWords } from '@kazna/contract/payment-words';
import type { Payment } from '@kazna/contract/payments';
import { organizationRoleCan, roleNames } from '@kazna/contract/permissions';
import type { Membership, Profile } from '@kazna/contract/profile';
import type { LinkProps } from '@tanstack/react-router';
import { formatRecentTime } from '../../format/date.ts';
import { activeMembership } from '../../shell/active-membership.ts';

export type CommandGroup = 'Действия' | 'Страницы' | 'Организации' | 'Платежи';

export interface Command {
  /** Also the end of the option's id in the document. */
  id: string;
  group: CommandGroup;
  title: string;
  about?: string;
  /** Words that people may look it up by, besides the title. */
  words?: string;
  /** Where it leads, which organization it switches to, or what it does. */
  does: { link: LinkProps } | { switchTo: string } | { act: 'theme' | 'sign-out' };
}

/** All that this person may do from here; the operators' pages exist for operators alone. */
export function commandsOf(profile: Profile, payments: readonly Payment[]): Command[] {
  const active = activeMembership(profile);
  return [
    ...actionsOf(active),
    ...pagesOf(active?.organizationId),
    ...(profile.operatorRole ? operatorPages : []),
    ...profile.memberships.filter((one) => one !== active).map(switchTo),
    ...payments.map((payment) => paymentCommand(payment, profile.timezone)),
  ];
}

function actionsOf(active: Membership | undefined): Command[] {
  const group = 'Действия';
  const can = (permission: 'payments.create' | 'members.manage') =>
    active && organizationRoleCan(active.role, permission);
  const commands: (Command | false | undefined)[] = [
    can('payments.create') && {
      ...{ id: 'top-up', group, title: 'Пополнить баланс', words: 'оплатить платёж деньги карта сбп' },
      does: { link: { to: '/payments/create' } },
    },
    active &&
      can('members.manage') && {
        ...{ id: 'invite', group, title: 'Пригласить коллегу', words: 'участник приглашение' },
        does: {
          link: { to: '/organization/$id', params: { id: active.organizationId }, search: { tab: 'invitations' } },
        },
      },
    {
      ...{ id: 'create-organization', group, title: 'Создать организацию', words: 'новая компания ип' },
      does: { link: { to: '.', search: true, state: { isCreatingOrganization: true }, resetScroll: false } },
    },
    {
      ...{ id: 'theme', group, title: 'Сменить тему', words: 'тёмная светлая оформление' },
      does: { act: 'theme' },
    },
    { id: 'sign-out', group, title: 'Выйти', words: 'выход сеанс', does: { act: 'sign-out' } },
  ];
  return commands.filter((command) => typeof command === 'object');
}

function page(id: string, title: string, link: LinkProps, words = ''): Command {
  return { id, group: 'Страницы', title, words, does: { link } };
}

function pagesOf(organizationId: string | undefined): Command[] {
  const params = { id: organizationId ?? '' };
  const ofOrganization = [
    page('dashboard', 'Дашборд', { to: '/dashboard/$id', params }, 'график отчёт движение денег'),
    page('organization', 'Организация', { to: '/organization/$id', params }, 'реквизиты участники журнал'),
  ];
  return [
    page('home', 'Главная', { to: '/' }),
    page('payments', 'Платежи', { to: '/payments' }, 'список выгрузка история'),
    ...(organizationId ? ofOrganization : []),
    page('profile', 'Профиль', { to: '/profile' }, 'пароль почта сеансы часовой пояс'),
    page('info', 'Информация', { to: '/info' }, 'документы'),
    page('terms', 'Условия', { to: '/info/terms' }, 'оферта'),
    page('privacy', 'Обработка персональных данных', { to: '/info/privacy' }, 'политика'),
    page('contacts', 'Контакты', { to: '/info/contacts' }, 'поддержка телефон'),
  ];
}

const operatorPages = [
  page('admin', 'Администрирование', { to: '/admin' }, 'сводка'),
  page('admin-users', 'Администрирование: пользователи', { to: '/admin/users' }, 'люди блокировка'),
  page('admin-organizations', 'Администрирование: организации', { to: '/admin/organizations' }, 'балансы'),
];

function switchTo({ organizationId, name, role }: Membership): Command {
  return {
    id: organizationId,
    group: 'Организации',
    title: name,
    about: `Перейти, вы ${roleNames[role].toLowerCase()}`,
    does: { switchTo: organizationId },
  };
}

function paymentCommand(payment: Payment, timezone: string): Command {
  const { id, description, createdAt, createdBy } = payment;
  return {
    id,
    group: 'Платежи',
    title: `${formatMoney(payment)}, ${description ?? 'пополнение баланса'}`,
    about: `${paymentWords(payment)}, ${formatRecentTime(createdAt, timezone)}`,
    words: `${id} ${createdBy} ${formatMoney(payment).replace(/[\s\u00a0\u202f]/g, '')}`,
    does: { link: { to: '/payments/$id', params: { id } } },
  };
}
