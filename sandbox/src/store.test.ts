import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, paymentBody, runReceiver, runSandbox } from '../tests/running-sandbox.ts';
import { fileStore } from './store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'deep/sandbox.jsonl');
const run = (options = {}) => runSandbox({ store: fileStore(file()), ...options });

describe('a restart', () => {
  it('payments, refunds, 3-D Secure, idempotent answers and injected faults survive a restart', async () => {
    const before = await run();
    const first = await before.post('/payments', paymentBody(), 'one');
    const paid = await before.createPayment();
    await before.payByCard(paid.id);
    const refund = await before.post(
      '/refunds',
      { payment_id: paid.id, amount: { value: '5.00', currency: 'RUB' } },
      'r',
    );
    const asked = await before.createPayment();
    await before.payByCard(asked.id, '5555555555554477');
    await before.order({ on: 'cancel', do: 'error_500_before' });
    await before.close();

    const after = await run({ publicUrl: before.url });
    expect((await after.post('/payments', paymentBody(), 'one')).text).toBe(first.text);
    expect((await after.get(`/refunds/${refund.body.id}`)).body).toEqual(refund.body);
    expect((await after.get(`/payments/${paid.id}`)).body.refunded_amount.value).toBe('5.00');
    expect((await after.submit(`${asked.id}/confirm-card`, { code: '1234' })).status).toBe(303);
    expect((await after.get(`/payments/${asked.id}`)).body.status).toBe('succeeded');
    expect((await after.post(`/payments/${first.body.id}/cancel`)).status).toBe(500);
    expect((await after.get('/payments')).body.items.map(({ id }: { id: string }) => id)).toEqual(
      [first.body.id, paid.id, asked.id].reverse(),
    );
  });

  it('an undelivered notification is delivered after a restart', async () => {
    const deaf = await runReceiver(...Array(100).fill(503));
    const before = await run({ notificationUrl: deaf.url, backoffScale: 1 });
    const { id } = await before.createPayment();
    await before.payByCard(id);
    await eventually(() => deaf.received.length).toBe(1);
    await before.close();

    const receiver = await runReceiver();
    await run({ notificationUrl: receiver.url, clock: () => Date.now() + 10_000 });
    await eventually(() => receiver.received[0]?.object.id).toBe(id);
  });

  it('a payment that became due during a restart is expired', async () => {
    const before = await run();
    const { id } = await before.createPayment();
    await before.close();
    const after = await run({ clock: () => Date.now() + 2 * 60 * 60 * 1000 });
    expect((await after.get(`/payments/${id}`)).body.status).toBe('canceled');
  });

  it('a partially written change is dropped after a crash, and the log is compacted', async () => {
    const before = await run();
    const { id } = await before.createPayment();
    await before.payByCard(id);
    await before.close();
    await appendFile(file(), '[{"table":"payments","id":"torn","val');
    const grown = (await readFile(file(), 'utf8')).length;

    const warnings: string[] = [];
    const after = await run({ store: fileStore(file(), { onWarning: (text) => warnings.push(text) }) });
    expect(warnings).toEqual([expect.stringContaining('1 damaged lines')]);
    expect((await after.get(`/payments/${id}`)).body.status).toBe('succeeded');
    expect((await after.get('/payments')).body.items).toHaveLength(1);
    expect((await readFile(file(), 'utf8')).length).toBeLessThan(grown);
    await after.createPayment();
    await after.close();
    expect((await (await run()).get('/payments')).body.items).toHaveLength(2);
  });

  it('a file locked by a living process is refused, the lock of a killed one is taken over', async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'store.ts'));
    const code = `await (await import(${module})).fileStore(process.argv[1]).load(); console.log('up'); setInterval(() => {}, 1000)`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', code, file()]);
    await once(holder.stdout, 'data');
    await expect(fileStore(file()).load()).rejects.toThrow(`in use by process ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const store = fileStore(file());
    await expect(store.load()).resolves.toEqual([]);
    store.close();
  });

  it('a lock file of an earlier release with a process id is taken over', async () => {
    await mkdir(join(folder, 'deep'));
    await writeFile(`${file()}.lock`, String(process.ppid));
    const store = fileStore(file());
    await expect(store.load()).resolves.toEqual([]);
    store.close();
  });
});

describe('a full disk', () => {
  const row = (id: string) => ({ table: 'notes', id, value: { text: 'x'.repeat(100) } });
  /** A full disk: accepts so many bytes, then writes partially, then fails. */
  function diskOf(bytes: number) {
    let free = bytes;
    const write = (file: number, data: Buffer, offset: number) => {
      const size = Math.min(free, data.length - offset);
      if (size === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      free -= size;
      return writeSync(file, data, offset, size);
    };
    const makeRoom = (more: number) => {
      free += more;
    };
    return { write, makeRoom };
  }

  it('a change that does not fit on a full disk is refused whole, and others survive a restart', async () => {
    const { write, makeRoom } = diskOf(200);
    const store = fileStore(file(), { write });
    await store.load();
    store.append([row('first')]);
    expect(() => store.append([row('second')])).toThrow('ENOSPC');
    makeRoom(1000);
    store.append([row('third')]);
    store.close();
    const warnings: string[] = [];
    const again = fileStore(file(), { onWarning: (text) => warnings.push(text) });
    expect((await again.load()).map(({ id }) => id)).toEqual(['first', 'third']);
    expect(warnings).toEqual([]);
    again.close();
  });

  it('a damaged file is read without its bad lines, with a backup copy and a warning', async () => {
    const line = (id: string) => `${JSON.stringify([row(id)])}\n`;
    const damaged = `${line('first')}${line('second').slice(0, 60)}${line('third')}${line('fourth')}null\n`;
    await mkdir(join(folder, 'deep'));
    await writeFile(file(), damaged);
    const warnings: string[] = [];
    const store = fileStore(file(), { onWarning: (text) => warnings.push(text) });
    expect((await store.load()).map(({ id }) => id)).toEqual(['first', 'fourth']);
    expect(warnings).toEqual([expect.stringContaining('2 damaged lines')]);
    expect(await readFile(`${file()}.damaged`, 'utf8')).toBe(damaged);
    store.close();
  });
});
