import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The same engine without a window draws pages in half the time of the whole browser. */
const headlessShell = 'chromium-headless-shell';
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macPlaces].find(existsSync);
}

/** Debian has the headless shell since version 12; older systems have the whole browser. */
function installChromium(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const isWhole = findChromium() !== undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options: ExecFileSyncOptions = { env, stdio: ['ignore', 'ignore', isWhole ? 'ignore' : 'inherit'] };
  const install = (name: string) => {
    console.error(`Устанавливаем Chromium: apt-get install ${name}`);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    install(headlessShell);
  } catch {
    if (!isWhole) install('chromium');
  }
}

if (import.meta.main) {
  if (!findChromium()?.endsWith(headlessShell) && !process.env.CHROMIUM_PATH) installChromium();
  const found = findChromium();
  if (found) console.log(found);
  else
    console.error('Нужен Chromium: установите его (например, apt install chromium) или укажите путь в CHROMIUM_PATH.');
  process.exitCode = found ? 0 : 1;
}
