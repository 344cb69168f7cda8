import type { Profile } from '@kazna/contract/profile';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { Hint } from './hint.tsx';
import { OrganizationLabel } from './organization-label.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Sections } from './sections.tsx';
import { CollapseIcon, ExpandIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';

export interface SidePanelProps {
  profile: Profile | undefined;
  isLoading: boolean;
  isCollapsed: boolean;
  /** Absent in the drawer, which has nothing to fold. */
  onToggleCollapsed?: () => void;
}

export function SidePanel({ profile, isLoading, isCollapsed, onToggleCollapsed }: SidePanelProps) {
  const toggleLabel = isCollapsed ? 'Развернуть панель' : 'Свернуть панель';
  return (
    <div className={classes.panel} data-collapsed={isCollapsed || undefined}>
      <OrganizationLabel profile={profile} isLoading={isLoading} isCollapsed={isCollapsed} />
      <Sections profile={profile} isLoading={isLoading} isCollapsed={isCollapsed} />
      <div className={classes.foot}>
        <PersonMenu profile={profile} isLoading={isLoading} isCollapsed={isCollapsed} />
        <div className={classes.tools}>
          <ThemeToggle />
          {onToggleCollapsed && (
            <Hint label={toggleLabel} isShown={isCollapsed}>
              <button type="button" className={classes.tool} aria-label={toggleLabel} onClick={onToggleCollapsed}>
                {isCollapsed ? <ExpandIcon /> : <CollapseIcon />}
              </button>
            </Hint>
          )}
        </div>
      </div>
    </div>
  );
}
