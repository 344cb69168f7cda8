import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { Balance } from './balance.tsx';
import { Hint } from './hint.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Sections } from './sections.tsx';
import { CollapseIcon, ExpandIcon } from './shell-icons.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function SidePanel({ profile, isLoading, isCollapsed, onToggleCollapsed }: SidePanelProps) {
  const toggleLabel = isCollapsed ? 'Развернуть панель' : 'Свернуть панель';
  return (
    <div className={classes.panel} data-collapsed={isCollapsed || undefined}>
      <OrganizationSwitcher
        profile={profile}
        isLoading={isLoading}
        isCollapsed={isCollapsed}
        onToggleCollapsed={onToggleCollapsed}
      />
      <Balance profile={profile} isLoading={isLoading} isCollapsed={isCollapsed} />
      {onToggleCollapsed && <PaletteButton isCollapsed={isCollapsed} />}
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
