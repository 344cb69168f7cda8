import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme-mode' });

/** Mantine's variables are a stylesheet of the build: its own provider writes them by innerHTML, which the CSP forbids. */
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
      {children}
    </MantineProvider>
  );
}
