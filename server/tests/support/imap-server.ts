import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Certificate } from './self-signed.ts';

interface StoredMail {
  uid: number;
  raw: Buffer;
  isSeen: boolean;
}

export interface ImapServer {
  url: string;
  /** Returns the letter's number. */
  deliver(raw: Buffer): number;
  isSeen(uid: number): boolean;
  /** The folder is created again with the same letters under other numbers. */
  recreate(): void;
  /** Commands whose connection is dropped instead of an answer, and what was asked so far. */
  dropAt: Set<string>;
  commands: string[];
  close(): void;
}

const user = 'answers@kazna.example.ru';
const password = 'imap-password';

interface Encryption extends Certificate {
  /** Before the first byte, or from the command on. */
  from: 'start' | 'STARTTLS';
}

/** As much of IMAP4rev1 (RFC 3501) over one folder as a client needs that reads letters by their numbers. */
export async function startImapServer(encryption?: Encryption): Promise<ImapServer> {
  const box = { uidValidity: 1000, nextUid: 1, letters: [] as StoredMail[] };
  const sockets = new Set<Socket>();
  const dropAt = new Set<string>();
  const commands: string[] = [];
  const isPlainAtFirst = encryption?.from !== 'start';
  const serve = (socket: Socket, capability: string) => {
    let waiting = '';
    const write = (part: string | Buffer) => void socket.write(part);
    const take = (line: string) => {
      const [, tag = '', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
      const command = name.toUpperCase();
      const isBody = command === 'UID FETCH' && rest.includes('BODY.PEEK[]');
      commands.push(isBody ? 'UID FETCH BODY' : command);
      if (dropAt.has(isBody ? 'UID FETCH BODY' : command)) socket.destroy();
      else if (command === 'STARTTLS' && encryption) {
        socket.removeAllListeners('data');
        write(`${tag} OK begin\r\n`);
        serve(new TLSSocket(socket, { isServer: true, ...encryption }), 'IMAP4rev1');
      } else write(`${tag} ${answer(box, { command, rest, capability }, write)}\r\n`);
      if (command === 'LOGOUT') socket.end();
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1');
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        take(line);
      }
    });
  };
  const greet = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const capability = encryption && isPlainAtFirst ? 'IMAP4rev1 STARTTLS LOGINDISABLED' : 'IMAP4rev1';
    socket.write(`* OK [CAPABILITY ${capability}] ready\r\n`);
    serve(socket, capability);
  };
  const server = encryption && !isPlainAtFirst ? createTlsServer(encryption, greet) : createServer(greet);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${isPlainAtFirst ? 'imap' : 'imaps'}://${encodeURIComponent(user)}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliver: (raw) => {
      const uid = box.nextUid++;
      box.letters.push({ uid, raw, isSeen: false });
      return uid;
    },
    isSeen: (uid) => box.letters.some((letter) => letter.uid === uid && letter.isSeen),
    recreate: () => {
      box.uidValidity += 1;
      for (const [place, letter] of box.letters.entries()) letter.uid = place + 1;
      box.nextUid = box.letters.length + 1;
    },
    ...{ dropAt, commands },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Box = { uidValidity: number; nextUid: number; letters: StoredMail[] };
type Write = (part: string | Buffer) => void;

/** Returns how the command ended. */
function answer(
  box: Box,
  { command, rest, capability }: { command: string; rest: string; capability: string },
  write: Write,
): string {
  switch (command) {
    case 'CAPABILITY':
      write(`* CAPABILITY ${capability}\r\n`);
      return 'OK done';
    case 'LOGIN':
      return rest.replaceAll('"', '') === `${user} ${password}`
        ? 'OK done'
        : 'NO [AUTHENTICATIONFAILED] wrong password';
    case 'LIST':
    case 'LSUB':
      write(`* ${command} (\\HasNoChildren) "/" "INBOX"\r\n`);
      return 'OK done';
    case 'SELECT':
      if (!/^"?INBOX"?$/i.test(rest)) return 'NO [NONEXISTENT] no such folder';
      write(`* ${box.letters.length} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n`);
      write(`* OK [UIDVALIDITY ${box.uidValidity}] is it\r\n* OK [UIDNEXT ${box.nextUid}] is next\r\n`);
      return 'OK [READ-WRITE] selected';
    case 'UID SEARCH': {
      const found = inRange(box, /UID (\S+)/i.exec(rest)?.[1] ?? '');
      write(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}\r\n`);
      return 'OK done';
    }
    case 'UID FETCH':
      for (const letter of inRange(box, rest)) fetchLetter(box, letter, rest, write);
      return 'OK done';
    case 'UID STORE':
      for (const letter of inRange(box, rest)) letter.isSeen ||= /\\Seen/i.test(rest);
      return 'OK done';
    case 'LOGOUT':
      write('* BYE\r\n');
      return 'OK done';
    case 'NOOP':
      return 'OK done';
    default:
      return 'BAD unknown command';
  }
}

/** `1:*`, `5` or `1,2,3`; a range to `*` has the last letter even when it begins after it. */
function inRange({ letters }: Box, text: string): StoredMail[] {
  const set = text.split(' ')[0] ?? '';
  const [first, last] = set.split(':');
  if (last === undefined) return letters.filter(({ uid }) => set.split(',').includes(`${uid}`));
  const top = letters.at(-1)?.uid ?? 0;
  const [from, to] = [Math.min(Number(first), top), last === '*' ? top : Number(last)];
  return letters.filter(({ uid }) => uid >= from && uid <= to);
}

function fetchLetter(box: Box, letter: StoredMail, asked: string, write: Write): void {
  const { uid, raw, isSeen } = letter;
  const parts: (string | Buffer)[] = [`* ${box.letters.indexOf(letter) + 1} FETCH (UID ${uid}`];
  if (/RFC822\.SIZE/i.test(asked)) parts.push(` RFC822.SIZE ${raw.length}`);
  if (/\bFLAGS\b/i.test(asked)) parts.push(` FLAGS (${isSeen ? '\\Seen' : ''})`);
  const fields = /BODY\.PEEK\[(HEADER\.FIELDS \(([^)]*)\))\]/i.exec(asked);
  if (fields) {
    const names = (fields[2] ?? '')
      .toLowerCase()
      .split(' ')
      .map((name) => name.replaceAll('"', ''));
    parts.push(...literal(`BODY[${fields[1]}]`, headersOf(raw, names)));
  }
  if (/BODY\.PEEK\[\]/i.test(asked)) parts.push(...literal('BODY[]', raw));
  for (const part of [...parts, ')\r\n']) write(part);
}

function literal(name: string, bytes: Buffer): (string | Buffer)[] {
  return [` ${name} {${bytes.length}}\r\n`, bytes];
}

function headersOf(raw: Buffer, names: string[]): Buffer {
  const head = raw.toString('latin1').split(/\r?\n\r?\n/)[0] ?? '';
  const fields = head
    .split(/\r?\n(?![ \t])/)
    .filter((field) => names.includes(field.split(':')[0]?.toLowerCase() ?? ''));
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1');
}
