import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface DroppingProxy {
  url: string;
  /** Method, path and idempotency key of every request. */
  requests: string[];
}

/** Passes requests on and cuts the connection instead of giving the first answers back. */
export async function droppingProxyForThisTest(target: string, drops: number): Promise<DroppingProxy> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url} ${headers['idempotency-key'] ?? ''}`);
    const number = requests.length;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers as Record<string, string>;
    const body = Buffer.concat(chunks);
    const answer = await fetch(target + url, { method, headers: passed, ...(body.length > 0 && { body }) });
    const text = await answer.text();
    if (number <= drops) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
