import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case; repeated headers stay repeated. */
  headers: [name: string, value: string][];
  body: string;
}

/** Returns all until the server closes the connection, uncorrected by an HTTP client. Sends latin1, byte by byte. */
export async function exchange(port: number, text: string): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.from(text, 'latin1'));
  let answer = '';
  try {
    for await (const chunk of socket) answer += chunk;
  } catch (error) {
    // A reset connection ends the answer.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return answer
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map(readAnswer);
}

function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [, name = line, value = ''] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

export function request(line: string, headers: string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n');
}
