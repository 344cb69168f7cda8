import { paymentLabel } from '@kazna/contract/cabinet/payment-labels';
import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { formatMoney } from '@kazna/contract/shared/money';
import {
  organizationRoleCan,
  roleNames,
  type StaffPermission,
  type StaffRole,
  staffRoleCan,
} from '@kazna/contract/shared/permissions';
import type { LinkProps } from '@tanstack/react-router';
import { formatRecentTime } from '../../format/date.ts';
import { activeMembership } from '../../queries/profile.ts';
import { type SectionId, sections, tabsFor } from '../../shell/page-sections.ts';
import { areOff } from '../../shell/shortcuts.ts';

export type CommandGroup =
  | ('Действия' | 'Страницы' | 'Организации' | 'Платежи' | 'Документы' | 'Услуги' | 'Участники' | 'Справка')
  | ('Люди' | 'Клиенты' | 'Платежи клиентов' | 'Счета клиентов');

export interface Command {
  /** Also a suffix of the option's DOM id. */
  id: string;
  group: CommandGroup;
  title: string;
  about?: string;
  /** Search keywords besides the title. */
  keywords?: string;
  does: { link: LinkProps } | { switchTo: string } | { act: 'theme' | 'shortcuts' | 'sign-out' };
}

/** At their desk staff mean its pages by a name that the cabinet has as well. */
export function commandsOf(profile: Profile, payments: readonly Payment[], isAtDesk = false): Command[] {
  const active = activeMembership(profile);
  const ofStaff = staffPagesFor(profile.operatorRole);
  return [
    ...actionsOf(active),
    ...(isAtDesk ? [...ofStaff, ...pagesOf(active)] : [...pagesOf(active), ...ofStaff]),
    ...profile.memberships.map((one) => (one === active ? currentOrganization(one) : switchTo(one))),
    ...payments.map((payment) => paymentCommand(payment, profile.timezone)),
  ];
}

function actionsOf(active: Membership | undefined): Command[] {
  const group = 'Действия';
  const can = (permission: 'payments.create' | 'members.manage') =>
    active && organizationRoleCan(active.role, permission);
  const commands: (Command | false | undefined)[] = [
    can('payments.create') && {
      ...{ id: 'top-up', group, title: 'Пополнить баланс', keywords: 'оплатить платёж деньги карта сбп' },
      does: { link: { to: '/payments/create' } },
    },
    active &&
      can('members.manage') && {
        ...{ id: 'invite', group, title: 'Пригласить коллегу', keywords: 'участник приглашение' },
        does: {
          link: { to: '/organization/$id', params: { id: active.organizationId }, search: { tab: 'invitations' } },
        },
      },
    active && {
      ...{ id: 'ask', group, title: 'Написать в поддержку', keywords: 'обращение вопрос помощь' },
      does: { link: { to: '/requests/new' } },
    },
    {
      ...{ id: 'create-organization', group, title: 'Создать организацию', keywords: 'новая компания ип' },
      does: { link: { to: '.', search: true, state: { isCreatingOrganization: true }, resetScroll: false } },
    },
    {
      ...{ id: 'theme', group, title: 'Сменить тему', keywords: 'тема тёмная светлая оформление' },
      does: { act: 'theme' },
    },
    {
      ...{ id: 'shortcuts', group, title: areOff() ? 'Включить горячие клавиши' : 'Выключить горячие клавиши' },
      ...{
        about: 'G и буква открывают страницу, / — поиск',
        keywords: 'клавиатура сочетания',
        does: { act: 'shortcuts' },
      },
    },
    { id: 'sign-out', group, title: 'Выйти', keywords: 'выход сеанс', does: { act: 'sign-out' } },
  ];
  return commands.filter((command) => typeof command === 'object');
}

function page(id: string, title: string, link: LinkProps, keywords = ''): Command {
  return { id, group: 'Страницы', title, keywords, does: { link } };
}

function pagesOf(active: Membership | undefined): Command[] {
  const params = { id: active?.organizationId ?? '' };
  const ofOrganization = [
    page('dashboard', 'Расходы', { to: '/dashboard/$id', params }, 'сводка дашборд график отчёт услуги бюджет'),
    page('organization', 'Организация', { to: '/organization/$id', params }),
    ...tabsOf(active),
  ];
  return [
    page('home', 'Главная', { to: '/' }),
    page('operations', 'Операции', { to: '/operations' }, 'движение денег баланс списания поступления выписка'),
    page('payments', 'Платежи', { to: '/payments' }, 'список выгрузка история'),
    page('services', 'Услуги', { to: '/services' }, 'тарифы подписки каталог подключить отключить обещанный платёж'),
    page('documents', 'Документы', { to: '/documents' }, 'счета счёт акты акт упд скачать pdf'),
    page(
      'reconciliations',
      'Документы: акты сверки',
      { to: '/documents', search: { kind: 'reconciliation' } },
      'акт сверка запросить',
    ),
    page('requests', 'Обращения', { to: '/requests' }, 'поддержка вопрос помощь написать ответ'),
    ...(active ? ofOrganization : []),
    page('profile', 'Профиль', { to: '/profile' }, 'настройки'),
    ...profileSections,
    page('help', 'Справка', { to: '/info/help' }, 'помощь как инструкция вопрос'),
    page('info', 'Информация', { to: '/info' }, 'документы'),
    page('terms', 'Условия оферты', { to: '/info/terms' }, 'оферта'),
    page('privacy', 'Политика обработки персональных данных', { to: '/info/privacy' }, 'политика'),
    page('contacts', 'Контакты', { to: '/info/contacts' }, 'поддержка телефон'),
  ];
}

function tabsOf(active: Membership | undefined): Command[] {
  if (!active) return [];
  const params = { id: active.organizationId };
  return tabsFor(active.role)
    .slice(1)
    .map(({ id, title }) =>
      page(`tab-${id}`, `Организация: ${lowerFirst(title)}`, { to: '/organization/$id', params, search: { tab: id } }),
    );
}

const sectionKeywords: Partial<Record<SectionId, string>> = {
  personal: 'имя телефон часовой пояс',
  email: 'почта адрес',
  sessions: 'устройства выход',
  'second-factor': 'вход по коду totp',
  referral: 'бонус код',
  data: 'выгрузка удалить аккаунт',
};

const profileSections = (Object.entries(sections) as [SectionId, string][]).map(([id, title]) =>
  page(
    `profile-${id}`,
    `Профиль: ${lowerFirst(title)}`,
    { to: '/profile', hash: id },
    `настройки ${sectionKeywords[id]}`,
  ),
);

/** Only Cyrillic titles are lowercased: «E-mail» stays. */
function lowerFirst(title: string): string {
  return /^[А-ЯЁ]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Only what the panel of staff has for them. */
function staffPagesFor(role: StaffRole | null): Command[] {
  if (!role) return [];
  return staffPages.filter(({ id }) => {
    const needed = neededFor[id];
    return !needed || staffRoleCan(role, needed);
  });
}

const neededFor: Record<string, StaffPermission> = {
  'admin-revenue': 'admin.money',
  'admin-keys': 'admin.manage',
  'admin-webhooks': 'admin.manage',
};

const staffPages = [
  page('admin', 'Администрирование', { to: '/admin' }, 'сводка'),
  page('admin-users', 'Администрирование: пользователи', { to: '/admin/users' }, 'люди блокировка'),
  page('admin-organizations', 'Администрирование: организации', { to: '/admin/organizations' }, 'балансы'),
  page('admin-payments', 'Администрирование: платежи', { to: '/admin/payments' }, 'пополнения клиентов карта сбп'),
  page('admin-refunds', 'Администрирование: возвраты', { to: '/admin/refunds' }, 'вернули на карту'),
  page('admin-revenue', 'Администрирование: выручка', { to: '/admin/revenue' }, 'mrr отток когорты долги отчёт'),
  page(
    'admin-statements',
    'Администрирование: выписки',
    { to: '/admin/statements' },
    'банк зачислить платежи по счёту',
  ),
  page('admin-unidentified', 'Администрирование: невыясненные', { to: '/admin/unidentified' }, 'деньги возврат банк'),
  page(
    'admin-documents',
    'Администрирование: документы',
    { to: '/admin/documents' },
    'акты упд счета-фактуры реестр исправить',
  ),
  page(
    'admin-requests',
    'Администрирование: обращения',
    { to: '/admin/requests' },
    'поддержка вопросы очередь ответить',
  ),
  page(
    'admin-answers',
    'Администрирование: заготовки ответов',
    { to: '/admin/requests/answers' },
    'шаблоны поддержки правила',
  ),
  page('admin-business', 'Администрирование: реквизиты', { to: '/admin/business' }, 'счета налоги ндс подписи'),
  page('admin-announcements', 'Администрирование: объявления', { to: '/admin/announcements' }, 'полоса клиентам'),
  page('admin-help', 'Администрирование: справка для клиентов', { to: '/admin/help' }, 'статьи помощь'),
  page('admin-keys', 'Администрирование: ключи API', { to: '/admin/keys' }, 'доступ программ'),
  page('admin-services', 'Администрирование: услуги', { to: '/admin/services' }, 'тарифы цены каталог продажа'),
  page(
    'admin-subscriptions',
    'Администрирование: подписки',
    { to: '/admin/subscriptions' },
    'подключения клиенты списания',
  ),
  page(
    'admin-bank-returns',
    'Администрирование: возвраты на счёт',
    { to: '/admin/bank-returns' },
    'банк вернуть деньги поручение',
  ),
  page('admin-webhooks', 'Администрирование: вебхуки', { to: '/admin/webhooks' }, 'события журнал доставки'),
  page('admin-api', 'Администрирование: справка по API', { to: '/admin/api' }, 'документация примеры'),
];

function currentOrganization({ organizationId: id, name, role }: Membership): Command {
  return {
    id,
    group: 'Организации',
    title: name,
    about: `Вы здесь, вы ${roleNames[role].toLowerCase()}`,
    does: { link: { to: '/organization/$id', params: { id } } },
  };
}

function switchTo({ organizationId, name, role }: Membership): Command {
  return {
    id: organizationId,
    group: 'Организации',
    title: name,
    about: `Перейти, вы ${roleNames[role].toLowerCase()}`,
    does: { switchTo: organizationId },
  };
}

export function paymentCommand(payment: Payment, timezone: string): Command {
  const { id, description, createdAt, createdBy } = payment;
  return {
    id,
    group: 'Платежи',
    title: `${formatMoney(payment)}, ${description ?? 'пополнение баланса'}`,
    about: `${paymentLabel(payment)}, ${formatRecentTime(createdAt, timezone)}`,
    keywords: `${id} ${createdBy} ${formatMoney(payment).replace(/[\s\u00a0\u202f]/g, '')}`,
    does: { link: { to: '/payments/$id', params: { id } } },
  };
}
