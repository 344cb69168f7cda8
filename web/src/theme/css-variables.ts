import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core';
import { brandVariables, theme } from './theme.ts';

declare module '@mantine/core' {
  /** Other colors of Mantine have no variables. */
  interface MantineThemeColorsOverride {
    colors: Record<'brand' | 'dark' | 'gray' | 'red' | 'teal', MantineColorsTuple>;
  }
}

/** Of components and variants that no page has: every byte here comes before the code of every page. */
const unused = /^--mantine-(h\d|breakpoint|primary-color-\d|color-(dark|gray|red|teal)-(?!\d))/;

const { dark, gray, red, teal, brand } = DEFAULT_THEME.colors;
const merged = mergeMantineTheme({ ...DEFAULT_THEME, colors: { dark, gray, red, teal, brand } }, theme);
const resolved = defaultCssVariablesResolver(merged);

/** Mantine's CSS variables with ours on top; `web/build/theme-variables.ts` makes a stylesheet of them. */
export const cssVariables = convertCssVariables(
  deepMerge(
    { variables: used(resolved.variables), light: used(resolved.light), dark: used(resolved.dark) },
    brandVariables,
  ),
);

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name)));
}
