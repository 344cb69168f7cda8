import { makeMonthlyDocuments } from '../../src/documents/monthly/make-monthly-documents.ts';
import { openDatabase } from '../../src/platform/db/database.ts';

/** The program of a process that makes the documents of months as of the time in `NOW`, and ends. */
const onError = (error: Error) => {
  console.error(error);
  process.exitCode = 1;
};
const { DATABASE_URL, NOW } = process.env as { DATABASE_URL: string; NOW: string };
process.on('disconnect', () => process.exit(1));
const db = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', poolSize: 2, onConnectionLost: onError });
await makeMonthlyDocuments(db, onError, new Date(NOW));
await db.close();
process.exit();
