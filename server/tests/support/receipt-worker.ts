import { setTimeout as sleep } from 'node:timers/promises';
import { parseConfig } from '../../src/config/config.ts';
import { receiptVat } from '../../src/documents/business/receipt-vat.ts';
import { openProviders } from '../../src/payments/providers/open-provider.ts';
import { registerReceipts } from '../../src/payments/receipts/register-receipts.ts';
import { settleMonth } from '../../src/payments/receipts/settle-month.ts';
import { openDatabase } from '../../src/platform/db/database.ts';

/** The program of a process that settles months and registers receipts, and does nothing else. It looks often. */
const config = parseConfig(process.env);
const onError = (error: unknown) => console.error(error);
const db = await openDatabase({ ...config, poolSize: 2, onConnectionLost: onError });
const readVatCode = receiptVat(config.payments.vatCode);
const context = { db, providers: openProviders(config), readVatCode, receiptEmail: config.business.email, onError };
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
for (;;) {
  await settleMonth(context);
  await registerReceipts(context);
  await sleep(50);
}
