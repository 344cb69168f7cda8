import { SearchIcon } from '../ui/icons.tsx';
import { Hint } from './hint.tsx';
import classes from './palette-button.module.css';
import { setPaletteOpen } from './palette-opening.ts';

const label = 'Поиск и команды';
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function PaletteButton({ isCollapsed }: { isCollapsed: boolean }) {
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
              <span className={classes.label}>{label}</span>
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
