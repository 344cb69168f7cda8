import type { Plugin } from 'vite';

/** Fills `theme/variables.css`, so that no browser computes the theme's variables or waits for code to have them. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    load: async (id) => {
      if (!/[\\/]web[\\/]src[\\/]theme[\\/]variables\.css$/.test(id)) return undefined;
      return (await import('../src/theme/css-variables.ts')).cssVariables;
    },
  };
}
