import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const latencyMs = 150;
/** Longer than a frame, so that the browser paints what it has between two pieces. */
const pieceIntervalMs = 20;

/** Passes everything on to the product as a slow network does, HTML in small pieces. */
export async function openDripProxy(productUrl: string, pieces: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const { host } = new URL(productUrl);
    const headers = { ...incoming.headers, host };
    const isPage = incoming.headers['sec-fetch-dest'] === 'document';
    if (isPage) delete headers['accept-encoding'];
    // A connection each: it is closed together with the browser's.
    const options = { method: incoming.method, headers, agent: false };
    const onward = request(productUrl + incoming.url, options, async (answer) => {
      await sleep(latencyMs);
      const { 'content-length': _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, isPage ? rest : answer.headers);
      if (isPage) void drip(answer, outgoing, pieces);
      else answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${port}`, close };
}

async function drip(answer: IncomingMessage, outgoing: ServerResponse, pieces: number): Promise<void> {
  const html = Buffer.concat(await answer.toArray());
  const bodyAt = html.indexOf('<body');
  outgoing.write(html.subarray(0, bodyAt));
  const size = Math.ceil((html.length - bodyAt) / pieces);
  for (let at = bodyAt; at < html.length && !outgoing.destroyed; at += size) {
    outgoing.write(html.subarray(at, at + size));
    await sleep(pieceIntervalMs);
  }
  outgoing.end();
}
