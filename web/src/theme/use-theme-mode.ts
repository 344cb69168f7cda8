import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Disables transitions by an attribute: Mantine's way uses innerHTML, which the CSP forbids. */
export function useThemeMode(): { mode: 'light' | 'dark'; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const mode = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const toggle = () => {
    const root = document.documentElement;
    root.setAttribute('data-theme-changing', '');
    setColorScheme(mode === 'dark' ? 'light' : 'dark');
    setTimeout(() => root.removeAttribute('data-theme-changing'), 10);
  };
  return { mode, toggle };
}
