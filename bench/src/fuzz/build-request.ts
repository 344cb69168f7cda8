import type { Payer } from '../payer.ts';
import type { Operation, Parameter } from './document.ts';
import { hostileText, malformedBody, malformedContentTypes, malformedHeaders } from './hostile-values.ts';
import { type Personas, type Role, roles } from './personas.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './send.ts';
import { corrupt, type Sources, validValue } from './values.ts';

export interface Attempt {
  request: FuzzRequest;
  /** Whose valid credential is sent; null for none or a corrupted one. */
  role: Role | null;
}

/** A valid call of the operation, usually corrupted in one or more places. */
export function buildRequest(
  operation: Operation,
  cast: Personas,
  { random, known }: Omit<Sources, 'caller'>,
): Attempt {
  const role = random.next() < 0.1 ? null : chooseRole(operation, random);
  const sources = { random, known, caller: role ?? 'nobody' };
  const credential = role ? credentialFor(operation, cast[role], cast.apiKey, random) : null;
  const payload = bodyFor(operation, sources);
  const headers: FuzzRequest['headers'] = {
    // A new client address for every call, to stay below the rate limit by address.
    'x-forwarded-for': `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150',
    ...(credential && { authorization: credential.header }),
    ...headersFor(operation, sources),
    ...payload.headers,
  };
  if (random.next() < 0.12) {
    const [name, values] = random.pick(malformedHeaders);
    headers[name] = name === 'host' || random.next() < 0.9 ? random.pick(values) : values.slice(0, 3);
    if (name === 'upgrade') headers.connection = 'upgrade';
  }
  const target = pathFor(operation, sources) + queryFor(operation, sources);
  const request = { method: operation.method, target, headers, body: payload.body };
  return { request, role: credential?.isIntact ? role : null };
}

function chooseRole({ path }: Operation, random: Random): Role {
  const usual = path.startsWith('/api/admin/') ? 'operator' : 'owner';
  return random.next() < 0.5 ? usual : random.pick(roles);
}

function credentialFor({ credential }: Operation, payer: Payer, apiKey: string, random: Random) {
  const rights = { none: payer.token, access: payer.token, refresh: payer.refreshToken, key: apiKey };
  const right = rights[credential];
  if (random.next() < 0.88) return { header: `Bearer ${right}`, isIntact: true };
  const [head, claims, signature] = payer.token.split('.');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const header = random.pick([
    'Bearer',
    'Bearer ',
    `Basic ${right}`,
    `bearer  ${right}x`,
    `Bearer ${credential === 'refresh' ? payer.token : payer.refreshToken}`,
    `Bearer ${unsigned}.${claims}.`,
    `Bearer ${head}.${claims}.${signature?.toUpperCase()}`,
    `Bearer ${head}.${Buffer.from('{"sub":"\\u0000","sid":1}').toString('base64url')}.${signature}`,
    `Bearer ${'x'.repeat(6000)}`,
    'Bearer a.b.c',
    'Bearer \u00ff\u00fe',
  ]);
  return { header, isIntact: false };
}

function pathFor({ path, parameters }: Operation, sources: Sources): string {
  const { random } = sources;
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const turn = random.next();
    if (turn < 0.03) return random.pick(['%ZZ', '%ff', '%00', '%', '%2e%2e%2f', '\u00ff', 'a%2Fb', '%F0%9F']);
    const { schema } = parameters.find((parameter) => parameter.name === name) as Parameter;
    const text = turn < 0.15 ? hostileText(random) : String(validValue(schema, name, sources));
    // An empty parameter would be another path.
    return encode(text === '' ? ' ' : text);
  });
}

function queryFor({ parameters }: Operation, sources: Sources): string {
  const { random } = sources;
  const parts: string[] = [];
  for (const { name, required, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
    if (random.next() > (required ? 0.93 : 0.35)) continue;
    const value = encode(random.next() < 0.2 ? hostileText(random) : String(validValue(schema, name, sources)));
    const turn = random.next();
    if (turn < 0.04) parts.push(`${name}=${value}`, `${name}=${value}`);
    else if (turn < 0.08) parts.push(`${name}[]=${value}`, `${name}[a]=1`);
    else if (turn < 0.1) parts.push(name);
    else parts.push(`${name}=${value}`);
  }
  if (random.next() < 0.05) parts.push(random.pick(['extra=1', '__proto__=1', '=', '&&', '%', '%00=%00', 'a[b][c]=1']));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function headersFor({ parameters }: Operation, sources: Sources): Record<string, string> {
  const given = parameters.filter((parameter) => parameter.in === 'header' && sources.random.next() < 0.93);
  return Object.fromEntries(
    given.map(({ name, schema }) => [
      name,
      // Headers cannot carry non-Latin characters.
      Buffer.from(String(validValue(schema, name, sources))).toString('latin1'),
    ]),
  );
}

function bodyFor({ body: schema, method }: Operation, sources: Sources): Pick<FuzzRequest, 'headers' | 'body'> {
  const { random } = sources;
  if (!schema && random.next() < 0.92) return { headers: {}, body: undefined };
  let value = schema ? validValue(schema, '', sources) : { extra: 1 };
  for (let turn = random.pick([0, 0, 0, 1, 1, 2]); turn > 0; turn -= 1) value = corrupt(value, random);
  const text = JSON.stringify(value);
  const body = random.next() < 0.08 ? malformedBody(random, text) : Buffer.from(text);
  const type = random.next() < 0.05 ? random.pick(malformedContentTypes) : 'application/json';
  const isChunked = method !== 'GET' && random.next() < 0.05;
  const [name, size] = isChunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)];
  return { headers: { 'content-type': type, [name]: size }, body };
}

/** Like `encodeURIComponent`, which throws on lone surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
