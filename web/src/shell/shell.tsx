import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { profileQuery } from '../queries/profile.ts';
import { followChanges } from '../session/live/follow-changes.ts';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';
import { BottomBar } from './bottom-bar.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { usePaletteKey } from './palette-opening.ts';
import { PhoneHeader } from './phone-header.tsx';
import classes from './shell.module.css';
import { SidePanel } from './side-panel.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useLostOrganization } from './use-lost-organization.ts';
import { useOrganizationChanges } from './use-organization-changes.ts';

const loadPhoneDrawer = () => import('./phone-drawer.tsx').then((file) => file.PhoneDrawer);

export function Shell({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>{children}</Frame>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { data: profile, dataUpdatedAt, isPending } = useQuery({ ...profileQuery(), refetchInterval: 60_000 });
  useOrganizationChanges(profile);
  useLostOrganization(profile, dataUpdatedAt);
  usePaletteKey();
  useEffect(() => followChanges(queryClient), []);
  const isPhone = useIsPhone();
  const [isCollapsed, toggleCollapsed] = useCollapsed();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const PhoneDrawer = useLoaded(isDrawerOpen, loadPhoneDrawer, () => setIsDrawerOpen(false));
  const main = useRef<HTMLElement>(null);
  const location = useRouterState({ select: (state) => state.resolvedLocation });

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useEffect(() => setIsDrawerOpen(false), [location]);

  return (
    <div className={classes.shell} data-collapsed={isCollapsed || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Перейти к содержимому
      </button>
      {isPhone ? (
        <PhoneHeader profile={profile} isLoading={isPending} />
      ) : (
        <aside className={classes.panel} aria-label="Боковая панель">
          <SidePanel
            profile={profile}
            isLoading={isPending}
            isCollapsed={isCollapsed}
            onToggleCollapsed={toggleCollapsed}
          />
        </aside>
      )}
      {PhoneDrawer && (
        <PhoneDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)}>
          <SidePanel profile={profile} isLoading={isPending} isCollapsed={false} />
        </PhoneDrawer>
      )}
      <main ref={main} id="content" tabIndex={-1} className={classes.content}>
        <OfflineStrip />
        {children}
      </main>
      {isPhone && <BottomBar profile={profile} isMenuOpen={isDrawerOpen} onOpenMenu={() => setIsDrawerOpen(true)} />}
    </div>
  );
}
