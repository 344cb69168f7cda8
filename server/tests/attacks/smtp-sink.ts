import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface DeliveredLetter {
  /** From the envelope. */
  recipients: string[];
  raw: string;
}

/** A mail server that stores every letter unparsed. */
export async function startSmtpSink() {
  const letters: DeliveredLetter[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    receive(socket, letters);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    letters,
    /** Waits for a letter to the address after the first `count`, and returns all after them. */
    lettersAfter: async (count: number, address: string): Promise<DeliveredLetter[]> => {
      for (let attempt = 0; attempt < 300; attempt += 1) {
        const found = letters.slice(count);
        if (found.some(({ recipients }) => recipients.includes(address))) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no letter to ${address}`);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function receive(socket: Socket, letters: DeliveredLetter[]): void {
  let waiting = '';
  let recipients: string[] = [];
  let isLetter = false;
  const take = (end: string): string | undefined => {
    const at = waiting.indexOf(end);
    if (at < 0) return undefined;
    const taken = waiting.slice(0, at);
    waiting = waiting.slice(at + end.length);
    return taken;
  };
  const answer = (line: string): string => {
    const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
    if (recipient !== undefined) recipients.push(recipient);
    isLetter = /^DATA$/i.test(line);
    if (isLetter) return '354 go on';
    return /^QUIT$/i.test(line) ? '221 bye' : '250 sink';
  };
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    waiting += chunk.toString('latin1');
    for (;;) {
      const text = take(isLetter ? '\r\n.\r\n' : '\r\n');
      if (text === undefined) return;
      if (!isLetter) {
        socket.write(`${answer(text)}\r\n`);
        continue;
      }
      letters.push({ recipients, raw: text });
      [recipients, isLetter] = [[], false];
      socket.write('250 kept\r\n');
    }
  });
}
