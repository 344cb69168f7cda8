import { ensureBuilt, ensureInstalled, runTogether, startNode } from './setup.mjs';

ensureInstalled();
ensureBuilt();
runTogether([startNode(['server/src/main.ts', ...process.argv.slice(2)])]);
