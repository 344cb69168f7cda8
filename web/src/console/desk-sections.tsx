import { getWaiting, type Waiting } from '@kazna/contract/admin/overview';
import type { StaffPermission } from '@kazna/contract/shared/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { profileQuery } from '../queries/profile.ts';
import { Hint } from '../shell/hint.tsx';
import {
  DashboardIcon,
  DocumentsIcon,
  HomeIcon,
  OperationsIcon,
  OrganizationIcon,
  ServicesIcon,
} from '../shell/shell-icons.tsx';
import panel from '../shell/side-panel.module.css';
import { RequestsIcon } from '../ui/icons.tsx';
import { SettingsIcon } from './admin-icons.tsx';
import classes from './desk-sections.module.css';
import { useStaff } from './staff.tsx';

interface Part {
  to: LinkProps['to'] & string;
  title: string;
  needs?: StaffPermission;
  /** The decisions made there. */
  waits?: readonly (keyof Waiting)[];
}

interface Group {
  title: string;
  icon: ReactNode;
  parts: readonly Part[];
}

/** A group without parts is not shown. */
const groups: readonly Group[] = [
  {
    title: 'Сводка',
    icon: <DashboardIcon />,
    parts: [{ to: '/admin', title: 'Сводка', waits: ['reviewPayments', 'silentRefunds', 'failedJobs'] }],
  },
  {
    title: 'Клиенты',
    icon: <OrganizationIcon />,
    parts: [
      { to: '/admin/organizations', title: 'Организации' },
      { to: '/admin/users', title: 'Пользователи' },
      { to: '/admin/announcements', title: 'Объявления' },
      { to: '/admin/help', title: 'Справка' },
    ],
  },
  {
    title: 'Деньги',
    icon: <OperationsIcon />,
    parts: [
      { to: '/admin/payments', title: 'Платежи' },
      { to: '/admin/refunds', title: 'Возвраты' },
      { to: '/admin/statements', title: 'Выписки' },
      { to: '/admin/unidentified', title: 'Невыясненные', waits: ['unidentifiedReceipts'] },
      { to: '/admin/bank-returns', title: 'Возвраты на счёт', waits: ['bankReturns'] },
      { to: '/admin/revenue', title: 'Выручка', needs: 'admin.money' },
    ],
  },
  {
    title: 'Услуги',
    icon: <ServicesIcon />,
    parts: [
      { to: '/admin/services', title: 'Услуги и тарифы' },
      { to: '/admin/subscriptions', title: 'Подписки' },
    ],
  },
  { title: 'Документы', icon: <DocumentsIcon />, parts: [{ to: '/admin/documents', title: 'Документы' }] },
  {
    title: 'Обращения',
    icon: <RequestsIcon />,
    parts: [{ to: '/admin/requests', title: 'Обращения', waits: ['waitingRequests'] }],
  },
  {
    title: 'Настройки',
    icon: <SettingsIcon />,
    parts: [
      { to: '/admin/business', title: 'Реквизиты' },
      { to: '/admin/keys', title: 'Ключи API', needs: 'admin.manage' },
      { to: '/admin/webhooks', title: 'Вебхуки', needs: 'admin.manage' },
      { to: '/admin/api', title: 'Справка по API' },
    ],
  },
];

/** Staff's pages in the side panel; folded, it has an icon for each group. */
export function DeskSections({ isCollapsed }: { isCollapsed: boolean }) {
  const { can } = useStaff();
  const { pathname } = useLocation();
  const { data: profile } = useQuery(profileQuery());
  const { data: waiting } = useQuery({ ...waitingQuery(), enabled: profile?.needsSecondFactor === false });
  const current = groupOf(pathname);
  const shown = groups
    .map((group) => ({ ...group, parts: group.parts.filter(({ needs }) => !needs || can(needs)) }))
    .filter(({ parts }) => parts.length > 0);
  const nav = useRef<HTMLElement>(null);
  // A low window shows a part of the panel, and a page may be opened by its address or by the palette.
  useEffect(() => {
    linkTo(pathname, nav.current)?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className={panel.sections}>
      <nav ref={nav} className={classes.groups} aria-label="Администрирование">
        {shown.map((group) =>
          isCollapsed ? (
            <FoldedGroup
              key={group.title}
              group={group}
              isCurrent={group.title === current?.title}
              count={sumOf(group.parts, waiting)}
            />
          ) : (
            <OpenGroup key={group.title} group={group} waiting={waiting} />
          ),
        )}
      </nav>
      <ul className={panel.list}>
        <li>
          <Hint label="Мой кабинет" isShown={isCollapsed}>
            <Link to="/" className={panel.section} activeOptions={{ exact: true }}>
              <HomeIcon />
              <span className={panel.label}>Мой кабинет</span>
            </Link>
          </Hint>
        </li>
      </ul>
    </div>
  );
}

/** The overview, which is first, is where all others are. */
function linkTo(pathname: string, nav: HTMLElement | null): HTMLElement | undefined {
  const place = `${pathname.replace(/\/$/, '')}/`;
  return [...(nav?.querySelectorAll('a') ?? [])].findLast((link) => place.startsWith(`${link.pathname}/`));
}

function OpenGroup({ group, waiting }: { group: Group; waiting: Waiting | undefined }) {
  const isAlone = group.parts.length === 1;
  return (
    <div>
      {!isAlone && <p className={classes.caption}>{group.title}</p>}
      <ul className={panel.list} aria-label={isAlone ? undefined : group.title}>
        {group.parts.map((part) => (
          <li key={part.to}>
            <Link
              to={part.to}
              activeOptions={{ exact: part.to === '/admin', includeSearch: false }}
              className={classes.part}
            >
              <span className={panel.label}>{part.title}</span>
              <Count count={sumOf([part], waiting)} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoldedGroup({ group, isCurrent, count }: { group: Group; isCurrent: boolean; count: number }) {
  return (
    <Hint label={group.title} isShown>
      <Link
        to={group.parts[0]?.to ?? '/admin'}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={isCurrent ? 'true' : undefined}
        className={panel.section}
      >
        {group.icon}
        <span className={panel.label}>{group.title}</span>
        {count > 0 && <span className={classes.dot} />}
      </Link>
    </Hint>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span className={classes.hidden}>, ждут решения: </span>
      {count > 99 ? '99+' : count}
    </span>
  );
}

function sumOf(parts: readonly Part[], waiting: Waiting | undefined): number {
  return parts.flatMap(({ waits = [] }) => waits).reduce((sum, kind) => sum + (waiting?.[kind] ?? 0), 0);
}

function waitingQuery() {
  return queryOptions({ queryKey: ['admin', 'waiting'], queryFn: () => call(getWaiting), refetchInterval: 30_000 });
}

/** The overview is the only one at the address that all others begin with. */
export function groupOf(pathname: string): Group | undefined {
  const place = pathname.replace(/\/$/, '');
  return groups.find(({ parts }) =>
    parts.some(({ to }) => place === to || (to !== '/admin' && place.startsWith(`${to}/`))),
  );
}
