import { breakingChanges } from './breaking-changes.ts';
import { writeClientTypes } from './client-types.ts';
import { currentDocument, readCommitted, writeCommitted } from './committed-openapi.ts';

/** Rewrites docs/openapi-v1.json and the client's types unless that would break programs written by them. */
const changes = breakingChanges(await readCommitted(), currentDocument());
if (changes.length > 0) {
  console.error(`The operator API only grows. These would break programs:\n${changes.join('\n')}`);
  process.exitCode = 1;
} else {
  await writeCommitted(currentDocument());
  await writeClientTypes();
}
