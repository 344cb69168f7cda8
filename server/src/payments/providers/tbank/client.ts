import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { sendJson } from '../../../platform/http/send-json.ts';
import { ProviderRefusal, ProviderUnavailable, timeCall } from '../provider.ts';

export interface TbankOptions {
  apiUrl: string;
  terminalKey: string;
  password: string;
  timeoutMs: number;
  /** 54-ФЗ: the rate and the tax system that receipts carry, by YooKassa's numbers. */
  vatCode: number;
  taxSystemCode: number | undefined;
}

type Fields = Record<string, unknown>;

/** Signs root scalars alone, unknown ones too, in the order of their names; the password is one of them. */
export function tokenOf(fields: Fields, password: string): string {
  const signed = Object.entries({ ...fields, Password: password })
    .filter(([name, value]) => name !== 'Token' && value !== null && value !== undefined && typeof value !== 'object')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(signed.map(([, value]) => String(value)).join(''))
    .digest('hex');
}

export function isSigned(fields: Fields, password: string): boolean {
  const [given, expected] = [Buffer.from(String(fields.Token ?? '')), Buffer.from(tokenOf(fields, password))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const refusal = z.object({
  Success: z.literal(false),
  ErrorCode: z.string(),
  Message: z.optional(z.string()),
  Details: z.optional(z.string()),
});

/** Codes of their own failures: the outcome is unknown. */
const unavailableCodes = new Set(['999', '9999', '401', '402', '403']);

/**
 * One call of the API, timed by its name. T-Bank refuses with 200 and `Success: false`. A declined charge is no refusal:
 * its answer has a status, so shapes that allow it are tried first.
 */
export function callTbank<Shape extends z.ZodMiniType>(
  options: TbankOptions,
  shape: Shape,
  name: string,
  fields: Fields,
): Promise<z.output<Shape>> {
  return timeCall('tbank', name, async () => {
    const { apiUrl, terminalKey, password, timeoutMs } = options;
    const whole = { TerminalKey: terminalKey, ...fields };
    const { status, body } = await sendJson(`${apiUrl}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      timeoutMs,
      text: JSON.stringify({ ...whole, Token: tokenOf(whole, password) }),
    }).catch((error: Error) => {
      throw new ProviderUnavailable(`${name}: ${error.message}`);
    });
    if (status < 200 || status >= 300) throw new ProviderUnavailable(`${name} answered ${status}`);
    const answer = z.safeParse(shape, body);
    if (answer.success) return answer.data;
    const refused = z.safeParse(refusal, body).data;
    if (!refused || unavailableCodes.has(refused.ErrorCode))
      throw new ProviderUnavailable(`${name} answered what is not its object: ${answer.error.message}`);
    const { ErrorCode, Message = '', Details = '' } = refused;
    throw new ProviderRefusal(ErrorCode, `${name} answered ${ErrorCode}: ${Message} ${Details}`);
  });
}
