import { runTogether, startNode } from './processes.mjs';
import { ensureInstalled } from './setup.mjs';

ensureInstalled();

// E-mail links must open the dev server.
const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:5173';
const env = { ...process.env, PUBLIC_URL: publicUrl };
runTogether([
  startNode(['--watch', 'server/src/main.mjs'], { env }),
  startNode(['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts'], { env }),
]);
