import { Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { receivedInvitationsQuery } from '../queries/received-invitations.ts';
import { KindIcon } from '../ui/organization-kind.tsx';
import { aboutMembership, activeMembership } from './active-membership.ts';
import { Hint } from './hint.tsx';
import classes from './organization-switcher.module.css';
import { ChevronsIcon } from './shell-icons.tsx';
import panel from './side-panel.module.css';
import type { SidePanelProps } from './side-panel.tsx';

const OrganizationSwitcherMenu = lazyRouteComponent(
  () => import('./organization-switcher-menu.tsx'),
  'OrganizationSwitcherMenu',
);

export function OrganizationSwitcher({ profile, isLoading, isCollapsed, onToggleCollapsed }: SidePanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: invitations } = useQuery(receivedInvitationsQuery());
  const active = activeMembership(profile);
  const name = profile ? (active?.name ?? 'Без организации') : 'Казна';
  const isInDrawer = !onToggleCollapsed;
  const waiting = invitations?.items ?? [];
  const toggle = async () => {
    // Loaded before it opens, so that the focus finds its place inside.
    await OrganizationSwitcherMenu.preload?.();
    setIsOpen(!isOpen);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position={isCollapsed ? 'right-start' : 'bottom-start'}
      offset={isCollapsed ? 8 : 4}
      width={isInDrawer ? 264 : 340}
      // The drawer keeps the focus inside itself, and so what opens from it.
      withinPortal={!isInDrawer}
      withRoles={false}
      trapFocus
      returnFocus
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <div>
          <Hint label={name} isShown={isCollapsed && !isLoading && !isOpen}>
            <button
              type="button"
              className={classes.button}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-label={isCollapsed ? `Организация: ${name}` : undefined}
              disabled={!profile}
              onPointerEnter={() => void OrganizationSwitcherMenu.preload?.()}
              onClick={() => void toggle()}
            >
              <span className={panel.letter}>{active && <KindIcon kind={active.kind} />}</span>
              {waiting.length > 0 && <span className={classes.dot} title="Есть приглашения" />}
              <span className={panel.words}>
                <span className={classes.hidden}>Организация: </span>
                <span className={panel.name}>{isLoading ? <span className={panel.loading} /> : name}</span>
                <span className={panel.email}>{active && aboutMembership(active)[0]}</span>
              </span>
              <span className={panel.chevrons}>
                <ChevronsIcon />
              </span>
            </button>
          </Hint>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label="Организации">
        <Suspense>
          {profile && (
            <OrganizationSwitcherMenu profile={profile} invitations={waiting} onClose={() => setIsOpen(false)} />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
