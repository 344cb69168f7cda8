import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

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
