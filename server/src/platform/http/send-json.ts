import * as https from 'node:https';
import { http } from './node-http.ts';

export interface Outgoing {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  text: string | undefined;
  timeoutMs: number;
}

/** Idle connections close before the other side would: a request on a closed one is lost. */
const keepAlive = { keepAlive: true, timeout: 4000 };
const agents = { 'http:': new http.Agent(keepAlive), 'https:': new https.Agent(keepAlive) };

/** node:http, since fetch takes several times its CPU time. Redirects are not followed: a 3xx rejects. */
export async function sendJson(url: string, outgoing: Outgoing): Promise<{ status: number; body: unknown }> {
  const response = await exchange(new URL(url), outgoing);
  if (response.status >= 300 && response.status < 400) throw new Error(`a redirect, ${response.status}`);
  return { status: response.status, body: JSON.parse(response.text) };
}

function exchange(url: URL, { method, headers, text, timeoutMs }: Outgoing): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
    const agent = agents[url.protocol as keyof typeof agents];
    const call = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => call.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    call.on('error', fail);
    call.end(text);
  });
}
