import type { Profile } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { activeMembership } from '../queries/profile.ts';
import { MoreIcon, PlusIcon } from '../ui/icons.tsx';
import classes from './bottom-bar.module.css';
import { DashboardIcon, DocumentsIcon, HomeIcon, OperationsIcon, OrganizationIcon } from './shell-icons.tsx';

interface BottomBarProps {
  profile: Profile | undefined;
  isMenuOpen: boolean;
  onOpenMenu: () => void;
  isDesk: boolean;
}

/** The main sections on a phone; the rest is behind «Ещё». */
export function BottomBar({ isMenuOpen, onOpenMenu, isDesk, profile }: BottomBarProps) {
  return (
    <nav className={classes.bar} aria-label="Основные разделы">
      {isDesk ? <DeskItems /> : <CabinetItems profile={profile} />}
      <button type="button" className={classes.item} aria-expanded={isMenuOpen} onClick={onOpenMenu}>
        <MoreIcon />
        Ещё
      </button>
    </nav>
  );
}

function DeskItems() {
  return (
    <>
      <Item label="Сводка" icon={<DashboardIcon />} link={{ to: '/admin', activeOptions: { exact: true } }} />
      <Item label="Клиенты" icon={<OrganizationIcon />} link={{ to: '/admin/organizations' }} />
      <Item label="Выписки" icon={<OperationsIcon />} link={{ to: '/admin/statements' }} />
      <Item label="Документы" icon={<DocumentsIcon />} link={{ to: '/admin/documents' }} />
    </>
  );
}

function CabinetItems({ profile }: Pick<BottomBarProps, 'profile'>) {
  const active = activeMembership(profile);
  const canTopUp = active !== undefined && organizationRoleCan(active.role, 'payments.create');
  const organization: LinkProps = active
    ? { to: '/organization/$id', params: { id: active.organizationId } }
    : { to: '/profile' };
  return (
    <>
      <Item label="Главная" icon={<HomeIcon />} link={{ to: '/', activeOptions: { exact: true } }} />
      <Item label="Операции" icon={<OperationsIcon />} link={{ to: '/operations' }} />
      {canTopUp ? (
        <Link to="/payments/create" className={classes.add} aria-label="Пополнить">
          <PlusIcon size={24} />
        </Link>
      ) : (
        <Item label="Документы" icon={<DocumentsIcon />} link={{ to: '/documents' }} />
      )}
      <Item label={active ? 'Организация' : 'Профиль'} icon={<OrganizationIcon />} link={organization} />
    </>
  );
}

function Item({ label, icon, link }: { label: string; icon: ReactNode; link: LinkProps }) {
  return (
    <Link {...link} className={classes.item}>
      {icon}
      {label}
    </Link>
  );
}
