import { parseConfig } from '../../src/config/config.ts';
import { startTopUpLoop } from '../../src/payments/auto-top-up/attempt-top-up.ts';
import { paymentJobs } from '../../src/payments/jobs.ts';
import { startPollLoop } from '../../src/payments/poll-payments.ts';
import { providerNotification } from '../../src/payments/provider-callbacks/receive-callback.ts';
import { openProviders } from '../../src/payments/providers/open-provider.ts';
import { refundSettling } from '../../src/payments/refunds/settle-refund.ts';
import { paymentSettling } from '../../src/payments/settle-payment.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { openQueue } from '../../src/platform/jobs/queue.ts';

/** The program of a process that tops balances up and settles payments, and does nothing else. It looks often. */
const config = parseConfig(process.env);
const kinds = [paymentSettling, providerNotification, refundSettling];
const onError = (error: Error) => console.error(error);
const db = await openDatabase({ ...config, poolSize: 4, onConnectionLost: onError });
const queue = await openQueue(db, { kinds, isWorker: true, onError });
const { publicUrl, referralRules, business, payments } = config;
const { pollBackoffSeconds } = payments;
const context = { db, queue, publicUrl, referralRules, receiptEmail: business.email, pollBackoffSeconds };
const working = { ...context, providers: openProviders(config) };
await queue.work(paymentJobs(working).filter(({ name }) => kinds.some((kind) => kind.name === name)));
startTopUpLoop({ ...working, readMissing: async () => 0, onError, pollMs: 50 });
startPollLoop({ ...working, onError, restMs: 50 });
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
