import type { Profile } from '@kazna/contract/cabinet/profile';
import { Link, useRouterState } from '@tanstack/react-router';
import { BrandMark, businessName } from '../ui/brand.tsx';
import { Hint } from './hint.tsx';
import switcher from './organization-switcher.module.css';
import panel from './side-panel.module.css';

/** Stands where customers have their organization: staff's pages belong to none. */
export function DeskTitle({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <Hint label="Администрирование" isShown={isCollapsed}>
      <Link to="/admin" className={switcher.button} aria-label={isCollapsed ? 'Администрирование' : undefined}>
        <BrandMark size={32} />
        <span className={panel.text}>
          <span className={panel.name}>{businessName()}</span>
          <span className={panel.email}>Администрирование</span>
        </span>
      </Link>
    </Hint>
  );
}

/** While the profile is loading the address decides, so that the panel of staff does not change. */
export function useIsDesk(profile: Profile | undefined): boolean {
  const isAdmin = useRouterState({ select: ({ location }) => /^\/admin(\/|$)/.test(location.pathname) });
  return isAdmin && (profile === undefined || profile.operatorRole !== null);
}
