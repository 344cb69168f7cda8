import { BrandMark, BrandName } from '../ui/brand.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { Balance } from './balance.tsx';
import { Bell } from './bell.tsx';
import { DeskTitle } from './desk-title.tsx';
import { Hint } from './hint.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { setPaletteOpen } from './palette-opening.ts';
import { PersonMenu } from './person-menu.tsx';
import { Sections } from './sections.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function SidePanel(props: SidePanelProps) {
  const { isCollapsed, onToggleCollapsed, Desk } = props;
  const isDesk = Desk !== undefined;
  const isBranded = 'business' in document.documentElement.dataset;
  return (
    <div className={classes.panel} data-collapsed={isCollapsed || undefined}>
      {!isDesk && isBranded && (
        <p className={classes.brand}>
          <BrandMark size={20} />
          {!isCollapsed && <BrandName />}
        </p>
      )}
      {isDesk ? <DeskTitle isCollapsed={isCollapsed} /> : <OrganizationSwitcher {...props} />}
      {!isDesk && <Balance {...props} />}
      {onToggleCollapsed && <PaletteButton isCollapsed={isCollapsed} />}
      {isDesk ? (
        <div className={classes.desk}>{Desk && <Desk isCollapsed={isCollapsed} />}</div>
      ) : (
        <Sections {...props} />
      )}
      <div className={classes.foot}>
        <PersonMenu {...props} />
        {onToggleCollapsed && <Bell profile={props.profile} isCollapsed={isCollapsed} />}
      </div>
    </div>
  );
}

const label = 'Поиск и команды';
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

function PaletteButton({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <div className={classes.place}>
      <Hint label={label} isShown={isCollapsed}>
        <button
          type="button"
          className={classes.button}
          aria-label={isCollapsed ? label : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={() => setPaletteOpen(true)}
        >
          <SearchIcon />
          {!isCollapsed && (
            <>
              <span className={classes.paletteButtonLabel}>{label}</span>
              <span className={classes.key} aria-hidden="true">
                {isApple ? '⌘K' : 'Ctrl K'}
              </span>
            </>
          )}
        </button>
      </Hint>
    </div>
  );
}
