import { ProviderRefusal, ProviderSilence } from '../provider.ts';

export interface YookassaOptions {
  apiUrl: string;
  shopId: string;
  secretKey: string;
  timeoutMs: number;
  /** 54-ФЗ: the rate and the tax system that receipts carry. */
  vatCode: number;
  taxSystemCode: number | undefined;
}

/** One call of the API. After 30 seconds of silence or an error of theirs the outcome is unknown, by their own word. */
export async function callYookassa<T>(
  { apiUrl, shopId, secretKey, timeoutMs }: YookassaOptions,
  method: 'GET' | 'POST',
  path: string,
  request?: { key: string; body: object },
): Promise<T> {
  const credentials = Buffer.from(`${shopId}:${secretKey}`).toString('base64');
  const headers: Record<string, string> = { authorization: `Basic ${credentials}`, accept: 'application/json' };
  if (request) Object.assign(headers, { 'content-type': 'application/json', 'idempotence-key': request.key });
  let status: number;
  let body: { code?: string; description?: string };
  try {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
      ...(request ? { body: JSON.stringify(request.body) } : {}),
    });
    status = response.status;
    body = (await response.json()) as typeof body;
  } catch (error) {
    throw new ProviderSilence(`${method} ${path}: ${(error as Error).message}`);
  }
  if (status >= 200 && status < 300) return body as T;
  const description = `${method} ${path} answered ${status} ${body.code ?? ''}: ${body.description ?? ''}`;
  if (status >= 500 || status === 429 || status === 408) throw new ProviderSilence(description);
  throw new ProviderRefusal(body.code ?? String(status), description);
}
