import { expect, test } from 'vitest';
import { createNotifier, type Notification } from './notifier.ts';

const balance = { channel: 'changes', payload: 'balance' };
const payments = { channel: 'changes', payload: 'payments' };

test('notifications that come while one statement is under way go out together in the next, each once', async () => {
  const sent: Notification[][] = [];
  const notifier = createNotifier(
    async (batch) => sent.push(batch),
    () => {},
  );
  notifier.add([balance, balance]);
  notifier.add([payments, balance]);
  notifier.add([payments]);
  await notifier.drain();
  expect(sent).toEqual([[balance], [payments, balance]]);
});

test('a notification that cannot be sent is retried once, then reported, and later ones go out', async () => {
  const [attempts, errors]: [Notification[][], Error[]] = [[], []];
  const notifier = createNotifier(
    async (batch) => {
      attempts.push(batch);
      if (attempts.length <= 2) throw new Error('away');
    },
    (error) => errors.push(error),
  );
  notifier.add([balance]);
  await notifier.drain();
  notifier.add([payments]);
  await notifier.drain();
  expect(attempts).toEqual([[balance], [balance], [payments]]);
  expect(errors).toEqual([new Error('away')]);
});
