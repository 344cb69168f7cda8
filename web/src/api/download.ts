import type { Endpoint, Sent } from '@kazna/contract/endpoint';
import { problemBody } from '@kazna/contract/problems';
import { refreshExpiredSession } from '../session/refresh.ts';
import { readTokens } from '../session/tokens.ts';
import { addressOf, type Parts, unwrap } from './request.ts';

interface DownloadOptions {
  signal: AbortSignal;
  onProgress: (receivedBytes: number) => void;
}

/**
 * Fetches a file by the contract, counting bytes as they come. Rejects with the server's body, or with an AbortError
 * when the signal has been given.
 */
export async function download<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: DownloadOptions,
): Promise<{ name: string; content: Blob }> {
  await refreshExpiredSession();
  const response = await open(addressOf(endpoint, sent as Parts), signal);
  if (!response.ok) unwrap({ status: response.status, body: await readProblem(response) });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      receivedBytes += chunk.byteLength;
      onProgress(receivedBytes);
    }
  } catch {
    signal.throwIfAborted();
    throw problemBody('unavailable');
  }
  const type = response.headers.get('content-type') ?? '';
  return { name: nameOf(response), content: new Blob(chunks, { type }) };
}

async function open(address: string, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${readTokens()?.accessToken}` };
  try {
    return await fetch(address, { headers, signal });
  } catch {
    signal.throwIfAborted();
    throw problemBody('unavailable');
  }
}

async function readProblem(response: Response): Promise<unknown> {
  return response.json().catch(() => ({ ...problemBody('unavailable'), status: response.status }));
}

function nameOf(response: Response): string {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
}
