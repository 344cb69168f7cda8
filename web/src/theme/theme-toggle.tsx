import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import classes from './theme-toggle.module.css';

/** Both icons are there and the theme shows one: the HTML made at build time does not know the theme. */
export function ThemeToggle() {
  const { toggle } = useThemeMode();
  return (
    <button type="button" className={classes.toggle} aria-label="Сменить тему" title="Сменить тему" onClick={toggle}>
      <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor">
        <g className={classes.sun}>
          <SunLines />
        </g>
        <path className={classes.moon} d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" {...stroke} />
      </svg>
    </button>
  );
}

const stroke = { strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function SunLines() {
  return (
    <>
      <circle cx="12" cy="12" r="4" {...stroke} />
      <path
        d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"
        {...stroke}
      />
    </>
  );
}

/** Disables transitions by an attribute: Mantine's way uses innerHTML, which the CSP forbids. */
function withoutTransitions(change: () => void): void {
  const root = document.documentElement;
  root.setAttribute('data-theme-changing', '');
  change();
  setTimeout(() => root.removeAttribute('data-theme-changing'), 10);
}

/** `auto` follows the system and stores nothing. */
export function useThemeMode() {
  const { colorScheme, setColorScheme, clearColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const mode = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const choose = (next: 'light' | 'dark' | 'auto') =>
    withoutTransitions(() => (next === 'auto' ? clearColorScheme() : setColorScheme(next)));
  return { mode, chosen: colorScheme, choose, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
