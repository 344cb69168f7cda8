import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { brandVariables, theme } from './theme.ts';

/** Mantine's CSS variables with ours on top. */
export const cssVariables = convertCssVariables(
  deepMerge(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), brandVariables),
);
