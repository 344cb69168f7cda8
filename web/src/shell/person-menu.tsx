import { signOut } from '@kazna/contract/cabinet/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request } from '../api/request.ts';
import { refreshExpiredSession } from '../session/refresh.ts';
import { readTokens, removeTokens } from '../session/tokens.ts';
import { useThemeMode } from '../theme/theme-toggle.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/dialogs/popover.tsx';
import { Hint } from './hint.tsx';
import menu from './person-menu.module.css';
import { ChevronsIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function PersonMenu({ profile, isLoading, isCollapsed, onToggleCollapsed }: SidePanelProps) {
  const signOut = useSignOut();
  const name = profile?.name ?? 'Аккаунт';
  const content = (
    <>
      <Avatar id={profile?.id ?? ''} name={isLoading ? '' : name} isRound />
      <span className={classes.text}>
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

const choices = [
  ['light', 'Светлая'],
  ['dark', 'Тёмная'],
  ['auto', 'Системная'],
] as const;

function ThemeChoice() {
  const { chosen, choose, toggle } = useThemeMode();
  return (
    <div className={menu.theme}>
      <button type="button" className={menu.item} onClick={toggle}>
        Сменить тему
      </button>
      <fieldset className={menu.choices} aria-label="Тема">
        {choices.map(([value, label]) => (
          <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** The person leaves at once, whatever the server does. */
const signOutTimeoutMs = 3000;

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    // Pending queries are canceled: a 401 after the sign-out would look like a failed authentication.
    await queryClient.cancelQueries();
    await Promise.race([refreshExpiredSession(), new Promise((resolve) => setTimeout(resolve, signOutTimeoutMs))]);
    const bearer = readTokens()?.accessToken;
    // Other tabs stop calling before the server ends the session.
    removeTokens();
    const ended = request(signOut, {}, bearer, signOutTimeoutMs);
    await router.navigate({ to: '/auth' });
    await ended;
  };
}
