import type { Endpoint, Sent } from '@kazna/contract/shared/endpoint';
import { chunksOf, openStream } from './open-stream.ts';
import type { Parts } from './request.ts';

interface DownloadOptions {
  signal: AbortSignal;
  onProgress: (receivedBytes: number) => void;
}

export async function download<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: DownloadOptions,
): Promise<{ name: string; content: Blob }> {
  const response = await openStream(endpoint, sent as Parts, signal);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  for await (const chunk of chunksOf(response, signal)) {
    chunks.push(chunk);
    receivedBytes += chunk.byteLength;
    onProgress(receivedBytes);
  }
  const type = response.headers.get('content-type') ?? '';
  return { name: nameOf(response), content: new Blob(chunks, { type }) };
}

function nameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/.exec(header)?.[1] ?? 'file');
}
