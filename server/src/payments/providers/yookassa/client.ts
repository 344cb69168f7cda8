import * as z from 'zod/mini';
import { sendJson } from '../../../platform/http/send-json.ts';
import { ProviderRefusal, ProviderUnavailable, timeCall } from '../provider.ts';

export interface YookassaOptions {
  apiUrl: string;
  shopId: string;
  secretKey: string;
  timeoutMs: number;
  /** 54-ФЗ: the rate and the tax system that receipts carry. */
  vatCode: number;
  taxSystemCode: number | undefined;
}

const errorObject = z.object({ code: z.optional(z.string()), description: z.optional(z.string()) });

/** One call of the API, timed by method and resource. */
export function callYookassa<Shape extends z.ZodMiniType>(...call: Call<Shape>): Promise<z.output<Shape>> {
  const [, , method, path] = call;
  return timeCall('yookassa', `${method} /${path.split(/[/?]/)[1]}`, () => send(...call));
}

type Call<Shape> = [
  options: YookassaOptions,
  shape: Shape,
  method: 'GET' | 'POST',
  path: string,
  request?: { key: string; body: object },
];

/** After a timeout of 30 seconds or an error of theirs the outcome is unknown, as their documentation says. */
async function send<Shape extends z.ZodMiniType>(
  ...[{ apiUrl, shopId, secretKey, timeoutMs }, shape, method, path, request]: Call<Shape>
): Promise<z.output<Shape>> {
  const credentials = Buffer.from(`${shopId}:${secretKey}`).toString('base64');
  const headers: Record<string, string> = { authorization: `Basic ${credentials}`, accept: 'application/json' };
  if (request) Object.assign(headers, { 'content-type': 'application/json', 'idempotence-key': request.key });
  const { status, body } = await sendJson(`${apiUrl}${path}`, {
    method,
    headers,
    timeoutMs,
    text: request && JSON.stringify(request.body),
  }).catch((error: Error) => {
    throw new ProviderUnavailable(`${method} ${path}: ${error.message}`);
  });
  if (status >= 200 && status < 300) {
    const object = z.safeParse(shape, body);
    if (object.success) return object.data;
    throw new ProviderUnavailable(`${method} ${path} answered what is not its object: ${object.error.message}`);
  }
  const { code, description } = z.safeParse(errorObject, body).data ?? {};
  const what = `${method} ${path} answered ${status} ${code ?? ''}: ${description ?? ''}`;
  if (status >= 500 || status === 429 || status === 408) throw new ProviderUnavailable(what);
  throw new ProviderRefusal(code ?? String(status), what);
}
