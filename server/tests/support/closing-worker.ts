import { runClosing } from '../../src/documents/monthly/running/run-closing.ts';
import { openDatabase } from '../../src/platform/db/database.ts';

/** The program of a process that closes months as of the time in `NOW`, and ends. */
const onError = (error: Error) => {
  console.error(error);
  process.exitCode = 1;
};
const { DATABASE_URL, NOW } = process.env as { DATABASE_URL: string; NOW: string };
process.on('disconnect', () => process.exit(1));
const db = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', poolSize: 2, onConnectionLost: onError });
await runClosing(db, onError, new Date(NOW));
await db.close();
process.exit();
