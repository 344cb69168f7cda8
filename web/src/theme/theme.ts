import { type ConvertCSSVariablesInput, createTheme, defaultVariantColorsResolver } from '@mantine/core';
import { palette } from './palette.ts';

const family =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const quick = { transitionProps: { duration: 150 } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 4 },
  colors: {
    brand: [
      '#eaf4ff',
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
      '#f7f8f9',
      palette.light.hover,
      '#e9ecef',
      palette.light.border,
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
      palette.dark.border,
      palette.dark.hover,
      palette.dark.surface,
      palette.dark.surface,
      palette.dark.layout,
      '#0e0e0e',
    ],
  },
  white: '#ffffff',
  black: palette.light.text,
  defaultRadius: 8,
  fontFamily: family,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.1875rem', xl: '1.5rem' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.25' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontFamily: family,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.25' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.25' },
    },
  },
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isPrimary = !input.color || input.color === 'brand';
    return input.variant === 'filled' && isPrimary ? { ...colors, color: 'var(--kazna-on-primary)' } : colors;
  },
  // Styled by name instead of import, so that a page loads only the components it shows.
  components: {
    Button: { defaultProps: { size: 'md', variant: 'filled' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { iconColor: 'var(--kazna-on-primary)' } },
    Skeleton: { defaultProps: { animate: false } },
    Drawer: { defaultProps: quick },
    Modal: { defaultProps: quick },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});

export const brandVariables: ConvertCSSVariablesInput = {
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
};

function variablesOf(mode: 'light' | 'dark'): Record<string, string> {
  const colors = palette[mode];
  return {
    '--kazna-layout': colors.layout,
    '--kazna-surface': colors.surface,
    '--kazna-border': colors.border,
    '--kazna-control-border': colors.controlBorder,
    '--kazna-hover': colors.hover,
    '--kazna-primary': colors.primary,
    '--kazna-on-primary': colors.onPrimary,
    '--kazna-accent': colors.accent,
    '--kazna-tint': colors.tint,
    '--kazna-success': colors.success,
    '--kazna-success-tint': colors.successTint,
    '--kazna-pending': colors.pending,
    '--kazna-pending-tint': colors.pendingTint,
    '--kazna-failure': colors.failure,
    '--kazna-failure-tint': colors.failureTint,
    '--mantine-color-body': colors.surface,
    '--mantine-color-text': colors.text,
    '--mantine-color-bright': colors.text,
    '--mantine-color-dimmed': colors.secondary,
    '--mantine-color-placeholder': colors.secondary,
    '--mantine-color-anchor': colors.accent,
    '--mantine-color-error': colors.failure,
    '--mantine-color-success': colors.success,
    '--mantine-color-default': colors.surface,
    '--mantine-color-default-hover': colors.hover,
    '--mantine-color-default-color': colors.accent,
    '--mantine-color-default-border': colors.border,
    '--mantine-primary-color-contrast': colors.onPrimary,
    '--mantine-color-brand-filled-hover': colors.primaryHover,
    '--mantine-color-brand-light': colors.tint,
    '--mantine-color-brand-light-hover': colors.tintHover,
    '--mantine-color-brand-light-color': colors.accent,
    '--mantine-color-brand-outline': colors.accent,
    '--mantine-color-brand-outline-hover': colors.tint,
    '--mantine-color-brand-text': colors.accent,
  };
}
