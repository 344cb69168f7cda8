import { breakingChanges } from './breaking-changes.ts';
import { currentDocument, readCommitted, writeCommitted } from './committed-openapi.ts';

/** Rewrites docs/openapi-v1.json unless that would break programs written by it. */
const changes = breakingChanges(await readCommitted(), currentDocument());
if (changes.length > 0) {
  console.error(`The operator API only grows. These would break programs:\n${changes.join('\n')}`);
  process.exitCode = 1;
} else await writeCommitted(currentDocument());
