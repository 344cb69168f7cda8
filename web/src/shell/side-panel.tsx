import { Balance } from './balance.tsx';
import { Bell } from './bell.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Sections } from './sections.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function SidePanel(props: SidePanelProps) {
  const { isCollapsed, onToggleCollapsed } = props;
  return (
    <div className={classes.panel} data-collapsed={isCollapsed || undefined}>
      <OrganizationSwitcher {...props} />
      <Balance {...props} />
      {onToggleCollapsed && <PaletteButton isCollapsed={isCollapsed} />}
      <Sections {...props} />
      <div className={classes.foot}>
        <PersonMenu {...props} />
        {onToggleCollapsed && <Bell profile={props.profile} isCollapsed={isCollapsed} />}
      </div>
    </div>
  );
}
