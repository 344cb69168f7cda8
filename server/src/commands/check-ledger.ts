import { parseConfig } from '../config/config.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { openDatabase } from '../platform/db/database.ts';
import { transactionWithoutTimeouts } from '../platform/db/timeouts.ts';

const config = parseConfig(process.env);
const db = await openDatabase({ ...config, poolSize: 1, onConnectionLost: () => {} });
const faults = await transactionWithoutTimeouts(db, checkLedger);
await db.close();
process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'The ledger is balanced.\n');
process.exitCode = faults.length > 0 ? 1 : 0;
