import { type ConvertCSSVariablesInput, createTheme } from '@mantine/core';
import { palette } from './palette.ts';

/** The fallbacks have Onest's widths and heights (fonts.css), so that nothing moves when it comes. */
const family = 'Onest, "Onest Arial", "Onest Roboto", "Onest DejaVu", system-ui, sans-serif';
const sheet = { transitionProps: { duration: 240 } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 4 },
  colors: {
    brand: [
      palette.light.tint,
      '#d3e8fe',
      '#a6d0fd',
      '#78bbff',
      palette.dark.primary,
      '#2790f8',
      palette.light.primary,
      palette.light.accent,
      '#0255ab',
      '#024285',
    ],
    gray: [
      palette.light.sunken,
      palette.light.hover,
      palette.light.border,
      palette.light.strongBorder,
      palette.light.controlBorder,
      '#757f8d',
      palette.light.secondary,
      '#4a5462',
      '#333c48',
      palette.light.text,
    ],
    dark: [
      palette.dark.text,
      '#cfd5dc',
      palette.dark.secondary,
      palette.dark.controlBorder,
      palette.dark.strongBorder,
      palette.dark.hover,
      palette.dark.surface,
      palette.dark.surface,
      palette.dark.layout,
      '#0e0e0e',
    ],
  },
  black: palette.light.text,
  defaultRadius: 8,
  fontFamily: family,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem' },
  lineHeights: { sm: '1.467', md: '1.467' },
  respectReducedMotion: true,
  // Styled by name instead of import, so that a page loads only the components it shows.
  components: {
    Button: { defaultProps: { size: 'md', variant: 'light' } },
    TextInput: { defaultProps: { size: 'md' } },
    Drawer: { defaultProps: sheet },
    Modal: { defaultProps: { ...sheet, radius: 20 } },
    Menu: { defaultProps: { transitionProps: { duration: 180 } } },
  },
});

export const brandVariables: ConvertCSSVariablesInput = {
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
};

function variablesOf(mode: 'light' | 'dark'): Record<string, string> {
  const colors = palette[mode];
  const own = Object.entries(colors).map(([name, value]) => [`--kazna-${toKebab(name)}`, value]);
  return {
    ...Object.fromEntries(own),
    '--mantine-color-body': colors.surface,
    '--mantine-color-text': colors.text,
    '--mantine-color-bright': colors.text,
    '--mantine-color-dimmed': colors.secondary,
    '--mantine-color-placeholder': colors.secondary,
    '--mantine-color-anchor': colors.accent,
    '--mantine-color-error': colors.failure,
    '--mantine-color-default': colors.surface,
    '--mantine-color-default-hover': colors.hover,
    '--mantine-color-default-color': colors.accent,
    '--mantine-color-default-border': colors.strongBorder,
    '--mantine-primary-color-contrast': colors.onPrimary,
    '--mantine-color-brand-filled-hover': colors.primaryHover,
    '--mantine-color-brand-light': colors.tint,
    '--mantine-color-brand-light-hover': colors.tintHover,
    '--mantine-color-brand-light-color': colors.accent,
    '--mantine-color-brand-text': colors.accent,
  };
}

function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
