import type { Profile } from '@kazna/contract/cabinet/profile';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useOnline } from '../navigation/views.tsx';
import { profileQuery } from '../queries/profile.ts';
import { followChanges } from '../session/follow-changes.ts';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';
import { WarningIcon } from '../ui/visitor-icons.tsx';
import { AnnouncementStrip } from './announcement-strip.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { useIsDesk } from './desk-title.tsx';
import { usePaletteKey } from './palette-opening.ts';
import { PhoneHeader } from './phone-header.tsx';
import classes from './shell.module.css';
import { SidePanel } from './side-panel.tsx';
import type { Desk } from './side-panel-props.ts';
import { useLostOrganization, useOrganizationChanges } from './use-organization-changes.ts';

const loadPhoneDrawer = () => import('./phone-drawer.tsx').then((file) => file.PhoneDrawer);

interface ShellProps {
  /** Lazy: customers never load it. */
  loadDesk: () => Promise<Desk>;
  children: ReactNode;
}

export function Shell(props: ShellProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

function Frame({ loadDesk, children }: ShellProps) {
  const { data: profile, dataUpdatedAt, isPending } = useQuery({ ...profileQuery(), refetchInterval: 60_000 });
  useOrganizationChanges(profile);
  useLostOrganization(profile, dataUpdatedAt);
  usePaletteKey();
  useEffect(() => followChanges(queryClient), []);
  const isPhone = useIsPhone();
  const [isCollapsed, toggleCollapsed] = useCollapsed();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const PhoneDrawer = useLoaded(isDrawerOpen, loadPhoneDrawer, () => setIsDrawerOpen(false));
  const isDesk = useIsDesk(profile);
  const LoadedDesk = useLoaded(isDesk, loadDesk, () => undefined);
  const Desk = isDesk ? (LoadedDesk ?? null) : undefined;
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
        <PhoneHeader profile={profile} isLoading={isPending} isDesk={isDesk} />
      ) : (
        <aside className={classes.panel} aria-label="Боковая панель">
          <SidePanel
            profile={profile}
            isLoading={isPending}
            isCollapsed={isCollapsed}
            onToggleCollapsed={toggleCollapsed}
            Desk={Desk}
          />
        </aside>
      )}
      {PhoneDrawer && (
        <PhoneDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)}>
          <SidePanel profile={profile} isLoading={isPending} isCollapsed={false} Desk={Desk} />
        </PhoneDrawer>
      )}
      <main ref={main} id="content" tabIndex={-1} className={classes.content}>
        <OfflineStrip />
        <AnnouncementStrip profile={profile} />
        <OccasionalParts profile={profile} />
        {children}
      </main>
      {isPhone && (
        <BottomBar
          profile={profile}
          isMenuOpen={isDrawerOpen}
          onOpenMenu={() => setIsDrawerOpen(true)}
          isDesk={isDesk}
        />
      )}
    </div>
  );
}

/** The live region stays, so that screen readers announce what appears in it. */
function OfflineStrip() {
  const isOnline = useOnline();
  return (
    <div className={classes.place} role="status">
      {!isOnline && (
        <p className={classes.strip}>
          <WarningIcon />
          <span>
            <strong>Нет связи.</strong> На странице то, что успело загрузиться. Обновим её, как только связь появится.
          </span>
        </p>
      )}
    </div>
  );
}

const storageKey = 'panel-collapsed';

function useCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(storageKey) === 'true');
  const toggle = () => {
    localStorage.setItem(storageKey, String(!isCollapsed));
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}

/** The width below which the panel gives way to a header and a bottom bar, as in shell.module.css. */
const phone = matchMedia('(max-width: 48em)');

function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

const loadOccasional = () => import('./occasional.tsx').then((file) => file.Occasional);

/** Lazy: rarely needed. A failed load is retried at the next visit. */
function OccasionalParts({ profile }: { profile: Profile | undefined }) {
  const isWanted =
    profile !== undefined &&
    (profile.view !== null || profile.pendingConsents.length > 0 || sessionStorage.getItem('passkey-offer') !== null);
  const Loaded = useLoaded(isWanted, loadOccasional, () => undefined);
  return Loaded && profile && <Loaded profile={profile} />;
}
