import type { Operation } from './document.ts';
import type { FuzzAnswer } from './send.ts';

/** Returns how a response violates the OpenAPI document, or null. */
export function contractViolation({ answers }: Operation, { status, headers, text }: FuzzAnswer): string | null {
  const head = `answered ${status}`;
  if (status >= 500) return `${head} ${text.slice(0, 200)}`;
  const contents = answers.get(status);
  if (!contents) return `${head}, which is not documented: ${text.slice(0, 200)}`;
  if (status === 303 && !headers.location) return `${head} without a location`;
  if (contents.size === 0) return text === '' ? null : `${head} with a body, though none is documented`;
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const check = contents.get(type);
  if (check === undefined) return `${head} as «${type}», which is not documented`;
  if (check === null) return null;
  const body = parse(text);
  if (body === undefined) return `${head} with what is no JSON: ${text.slice(0, 200)}`;
  if (check(body)) return null;
  const [error] = check.errors ?? [];
  return `${head} with a body that breaks its schema: ${error?.instancePath} ${error?.message} in ${text.slice(0, 300)}`;
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
