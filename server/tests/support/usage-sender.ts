import { parseConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { deleteUsage, sendUsage } from '../../src/services/usage/send-usage.ts';
import { usageContext } from './usage.ts';

/** The program of a process that takes batches of usage, and deletes events, one message after another. */
export type UsageCall = { events: unknown[] } | { deleted: string };

const onError = (error: Error) => console.error(error);
const db = await openDatabase({ ...parseConfig(process.env), poolSize: 2, onConnectionLost: onError });
const context = usageContext(db);
process.on('message', async (call: UsageCall) => {
  if ('deleted' in call) await deleteUsage(context, call.deleted);
  process.send?.('deleted' in call ? { refused: [] } : await sendUsage(context, call.events));
});
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
