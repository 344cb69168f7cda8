import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** The kit would keep colours from fading by a style element of its own, written by innerHTML: the attribute does it. */
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
