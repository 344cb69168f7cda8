import type { Plugin } from 'vite';

/**
 * Parts that Mantine's provider, buttons and inputs import on every first screen and that we never render: its variables
 * and classes (ours are a stylesheet of the build), props that differ by width (the CSP forbids how they are written),
 * loaders, groups of buttons, and of inputs the button that clears them, the placeholder and the text of success. By
 * importer, because dialogs do render some of them.
 */
const unusedParts = new Map([
  ['core/Box/Box.mjs', ['InlineStyles']],
  ['core/MantineProvider/MantineProvider.mjs', ['MantineClasses', 'MantineCssVariables']],
  ['components/Button/Button.mjs', ['ButtonGroup', 'ButtonGroupSection', 'Loader', 'Transition']],
  ['components/Input/Input.mjs', ['InputClearButton', 'InputPlaceholder', 'InputSuccess', 'Loader']],
  ['components/Input/InputWrapper/InputWrapper.mjs', ['InputSuccess']],
]);

const prefix = '\0unused-kit-part:';

/** Fails the build when Mantine has moved a part: its code would return to the first screen unnoticed. */
export function leaveOutUnusedKitParts(): Plugin {
  const found = new Set<string>();
  return {
    name: 'leave-out-unused-kit-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      const [, importing = ''] = /[\\/]@mantine[\\/]core[\\/]esm[\\/](.+)$/.exec(importer) ?? [];
      const [, part = ''] = /([^/]+)\.mjs$/.exec(source) ?? [];
      const place = importing.replaceAll('\\', '/');
      if (!unusedParts.get(place)?.includes(part)) return undefined;
      found.add(`${part} of ${place}`);
      return prefix + part;
    },
    load: (id) => (id.startsWith(prefix) ? `export const ${id.slice(prefix.length)} = () => null;` : undefined),
    buildEnd: (error) => {
      const all = [...unusedParts].flatMap(([place, parts]) => parts.map((part) => `${part} of ${place}`));
      const missing = all.filter((one) => !found.has(one));
      if (!error && missing.length > 0) throw new Error(`Mantine does not import: ${missing.join(', ')}`);
    },
  };
}
