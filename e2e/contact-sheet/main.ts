import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { startPostgres } from '../../server/tests/support/postgres.ts';
import { findChromium } from '../harness/chromium.ts';
import { startDemo } from '../harness/demo.ts';
import { operatorEnv } from '../harness/operator.ts';
import { type Actor, registerNewcomer, signInActors } from './actors.ts';
import { contactSheet } from './contact-sheet.ts';
import { fillCards } from './fill-cards.ts';
import { fillDocuments } from './fill-documents.ts';
import { fillOperatorApi } from './fill-operator-api.ts';
import { fillPayments } from './fill-payments.ts';
import { findIds } from './ids.ts';
import { openContext, photograph, themes, widths } from './photograph.ts';
import { screens } from './screens.ts';

/**
 * Photographs every screen of the demo in both themes and three widths, puts the pictures on one page, and reports text
 * that is cut, on the narrowest phone too.
 * `npm run screens -- --only admin --only bell --width 390` takes those whose names have one of the words, at one width.
 */
const some = { type: 'string', multiple: true } as const;
const { values: options } = parseArgs({ options: { only: some, width: some } });
const folder = path.join(import.meta.dirname, '../../var/screens');
const chosen = screens.filter(({ name }) => options.only?.some((word) => name.includes(word)) ?? true);
const chosenWidths = widths.filter((width) => options.width?.includes(String(width)) ?? true);

if (!options.only) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const postgres = await startPostgres();
const demo = await startDemo({
  ...operatorEnv,
  DATABASE_URL: postgres.url,
  API_RATE_LIMIT: '1000000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  MAX_BOT_TOKEN: 'sandbox',
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const failures: string[] = [];
try {
  await registerNewcomer(demo);
  const sessions = await signInActors(demo);
  const ids = await findIds(demo, sessions);
  // Screens are photographed without what could not be filled.
  for (const fill of [fillDocuments, fillOperatorApi, fillCards, fillPayments])
    await fill(demo, sessions, postgres.url).then(
      (more) => Object.assign(ids, more),
      (error: unknown) => failures.push(String(error)),
    );
  // Each keeps the browser's cache and renews its session by itself.
  const contexts = new Map<Actor, BrowserContext>();
  for (const screen of chosen) {
    const tokens = screen.by === 'visitor' ? undefined : sessions[screen.by];
    const context = contexts.get(screen.by) ?? (await openContext(browser, demo.url, tokens));
    contexts.set(screen.by, context);
    const found = await photograph({ context, folder, url: demo.url, ids, widths: chosenWidths }, screen);
    failures.push(...found);
    console.log([screen.name, ...found].join('\n  '));
  }
} finally {
  await browser.close();
  await demo.stop();
  await postgres.remove();
}
const index = path.join(folder, 'index.html');
await writeFile(index, contactSheet(chosen, chosenWidths.map(String), themes));
console.log(`\n${path.relative(process.cwd(), index)}`);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
