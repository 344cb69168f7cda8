import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables } from './css-variables.ts';
import { theme } from './theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme-mode' });

/** Renders Mantine's variables as text: its own provider uses innerHTML, which the CSP forbids. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <style nonce={nonce}>{cssVariables}</style>
      {children}
    </MantineProvider>
  );
}
