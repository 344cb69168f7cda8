import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/dialogs/popover.tsx';
import { Hint } from './hint.tsx';
import menu from './person-menu.module.css';
import { ChevronsIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useSignOut } from './use-sign-out.ts';

export function PersonMenu({ profile, isLoading, isCollapsed, onToggleCollapsed }: SidePanelProps) {
  const signOut = useSignOut();
  const name = profile?.name ?? 'Аккаунт';
  const content = (
    <>
      <Avatar id={profile?.id ?? ''} name={isLoading ? '' : name} isRound />
      <span className={classes.words}>
        {isLoading ? <PersonName name={loading} email={loading} /> : <PersonName name={name} email={profile?.email} />}
      </span>
      <span className={classes.chevrons}>
        <ChevronsIcon />
      </span>
    </>
  );
  return (
    <Popover
      label="Аккаунт"
      className={menu.popover}
      button={{
        className: classes.person,
        content,
        label: isCollapsed || isLoading ? name : undefined,
        wrap: (button) => (
          <Hint label={name} isShown={isCollapsed}>
            {button}
          </Hint>
        ),
      }}
    >
      {(close) => (
        <div className={menu.menu}>
          {isCollapsed && profile && (
            <div className={menu.person}>
              <PersonName name={profile.name} email={profile.email} />
            </div>
          )}
          <Link to="/profile" className={menu.item} onClick={close}>
            Профиль
          </Link>
          <ThemeChoice />
          {onToggleCollapsed && (
            <button
              type="button"
              className={menu.item}
              onClick={() => {
                close();
                onToggleCollapsed();
              }}
            >
              {isCollapsed ? 'Развернуть панель' : 'Свернуть панель'}
            </button>
          )}
          <button type="button" className={menu.item} onClick={() => void signOut()}>
            Выйти
          </button>
        </div>
      )}
    </Popover>
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
