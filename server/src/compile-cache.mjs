// JavaScript, as main.mjs: to read one file of TypeScript that is not in the cache, Node loads a compiler of 14 MiB.
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

// Half of a start is compiling. The installation and `npm run package` fill the cache, which moves with its folder.
enableCompileCache({ directory: join(import.meta.dirname, '../../node_modules/.cache/kazna'), portable: true });

const packages = new Map();

/** Our files name each other exactly and our packages resolve the same from everywhere: Node would search for each. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    }
    // The languages of zod's own messages, fifty modules: ours are in the contract.
    if (specifier === '../locales/index.js' && context.parentURL?.includes('/zod/v4/')) {
      return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('@kazna/')) return next(specifier, context);
    const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, found);
    return found;
  },
});
