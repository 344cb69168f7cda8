import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PanelPopup } from './panel-popup.tsx';
import menu from './person-menu.module.css';
import { ChevronsIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';
import { useSignOut } from './use-sign-out.ts';

export function PersonMenu({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const signOut = useSignOut();
  const name = profile?.name ?? 'Аккаунт';
  const buttonContent = (
    <>
      <span className={classes.letter} aria-hidden data-round>
        {isLoading ? '' : name.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.words}>
        {isLoading ? <PersonName name={loading} email={loading} /> : <PersonName name={name} email={profile?.email} />}
      </span>
      <span className={classes.chevrons}>
        <ChevronsIcon />
      </span>
    </>
  );
  return (
    <PanelPopup
      label="Аккаунт"
      place="bottom"
      isCollapsed={isCollapsed}
      button={{
        className: classes.person,
        buttonContent,
        hint: name,
        label: isCollapsed || isLoading ? name : undefined,
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
          <button type="button" className={menu.item} onClick={() => void signOut()}>
            Выйти
          </button>
        </div>
      )}
    </PanelPopup>
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
