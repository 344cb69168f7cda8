// JavaScript, as main.mjs: to read one file of TypeScript that is not in the cache, Node loads a compiler of 14 MiB.
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

// Half of a start is compiling. The installation and `npm run package` fill the cache, which moves with its folder.
enableCompileCache({ directory: join(import.meta.dirname, '../../node_modules/.cache/kazna'), portable: true });

const found = new Map();

/** Modules name each other exactly, and a package is the same for all files beside one another: Node would search for each. */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '', conditions = [] } = context;
    if (conditions.includes('require')) return next(specifier, context);
    // The languages of zod's own messages, fifty modules: ours are in the contract.
    if (specifier === '../locales/index.js' && parentURL.includes('/zod/v4/')) {
      return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
    }
    if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    }
    if (specifier.startsWith('.') && specifier.endsWith('.js')) {
      return { url: new URL(specifier, parentURL).href, shortCircuit: true };
    }
    const place = specifier.startsWith('@kazna/') ? '' : parentURL.slice(0, parentURL.lastIndexOf('/src/'));
    const isOurs = !place.includes('/node_modules/') && !specifier.startsWith('node:');
    if (!isOurs) return next(specifier, context);
    const key = `${specifier} ${place}`;
    const resolved = found.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    found.set(key, resolved);
    return resolved;
  },
});
