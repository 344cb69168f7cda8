import { runTogether, startServer } from './processes.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';

ensureInstalled();
ensureBuilt();
runTogether([startServer(process.argv.slice(2))]);
