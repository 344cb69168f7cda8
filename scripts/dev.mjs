import { runTogether, startNode } from './processes.mjs';
import { ensureInstalled } from './setup.mjs';

ensureInstalled();

// Links in letters must lead to the page that reloads.
const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:5173';
const env = { ...process.env, PUBLIC_URL: publicUrl };
runTogether([
  startNode(['--watch', 'server/src/main.ts'], { env }),
  startNode(['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts'], { env }),
]);
