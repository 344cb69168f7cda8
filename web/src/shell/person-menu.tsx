import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChevronsIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel.tsx';
import { useSignOut } from './use-sign-out.ts';

export function PersonMenu({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const signOut = useSignOut();
  const name = profile?.name ?? 'Аккаунт';
  return (
    <Menu
      position={isCollapsed ? 'right-end' : 'top-start'}
      width={216}
      withinPortal={isCollapsed}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.person} aria-label={isCollapsed || isLoading ? name : undefined}>
          <span className={classes.letter} aria-hidden data-round>
            {isLoading ? '' : name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.words}>
            {isLoading ? (
              <PersonName name={loading} email={loading} />
            ) : (
              <PersonName name={name} email={profile?.email} />
            )}
          </span>
          <span className={classes.chevrons}>
            <ChevronsIcon />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isCollapsed && profile && (
          <Menu.Label>
            <PersonName name={profile.name} email={profile.email} />
          </Menu.Label>
        )}
        <Menu.Item component={Link} to="/profile">
          Профиль
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Выйти</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const loading = <span className={classes.loading} />;

function PersonName({ name, email }: { name: ReactNode; email: ReactNode }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.email}>{email}</span>
    </>
  );
}
