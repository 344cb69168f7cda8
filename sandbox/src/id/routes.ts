import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptForms } from '../checkout/forms.ts';
import { sendPage } from '../checkout/page.ts';
import { choosePage, wrongRequestPage } from './choose-page.ts';
import { findTestPerson, type TestPerson } from './people.ts';
import { publicJwk, seal, signIdToken, unseal } from './signing.ts';

/** The only application that the test ID knows. */
export interface IdClient {
  clientId: string;
  clientSecret: string;
  /** Where it leads people back to, and nowhere else. */
  redirectOrigin: string;
}

interface Code {
  id: string;
  subject: string;
  redirectUri: string;
  challenge: string;
  nonce: string | undefined;
  expiresAt: number;
}

type Fields = Record<string, string | undefined>;

const codeSeconds = 60;
const tokenSeconds = 300;

/** An OpenID Connect provider with a page instead of passwords. */
export async function idRoutes(
  app: FastifyInstance,
  { publicUrl, client }: { publicUrl: string; client: IdClient },
): Promise<void> {
  acceptForms(app);
  const issuer = `${publicUrl}/id`;
  const { pathname } = new URL(issuer);
  const spent = new Set<string>();

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['EdDSA'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  }));

  app.get('/jwks', async () => ({ keys: [publicJwk] }));

  app.get('/authorize', async (request, reply) => {
    const asked = readRequest(request.query as Fields, client);
    const page = asked ? choosePage(`${pathname}/authorize`, asked, asked.redirect_uri) : wrongRequestPage();
    return sendPage(request, reply, publicUrl, page);
  });

  app.post('/authorize', async (request, reply) => {
    const { choice, ...fields } = request.body as Fields;
    const asked = readRequest(fields, client);
    if (!asked) return sendPage(request, reply, publicUrl, wrongRequestPage());
    const { redirect_uri: redirectUri, state, nonce, code_challenge: challenge } = asked;
    const person = findTestPerson(choice);
    const code: Code | undefined = person && {
      ...{ id: randomUUID(), subject: person.subject, redirectUri, challenge, nonce },
      expiresAt: Date.now() + codeSeconds * 1000,
    };
    const answer = new URLSearchParams({ state, iss: issuer });
    if (code) answer.set('code', seal('code', code));
    else answer.set('error', choice === 'refuse' ? 'access_denied' : 'server_error');
    return reply.redirect(`${redirectUri}?${answer}`, 303);
  });

  app.post('/token', async (request, reply) => {
    const form = request.body as Fields;
    const code = isClient(request, client) ? readCode(form) : null;
    if (!code || spent.has(code.id)) return reply.code(400).send({ error: 'invalid_grant' });
    spent.add(code.id);
    const now = Math.floor(Date.now() / 1000);
    const person = claimsOf(findTestPerson(code.subject) as TestPerson);
    const times = { iat: now, exp: now + tokenSeconds };
    return {
      access_token: seal('token', { subject: code.subject, exp: times.exp }),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      id_token: signIdToken({ iss: issuer, aud: client.clientId, nonce: code.nonce, ...times, ...person }),
    };
  });

  app.get('/userinfo', async (request, reply) => {
    const token = unseal<{ subject: string; exp: number }>('token', request.headers.authorization?.slice(7));
    const person = token && token.exp * 1000 > Date.now() ? findTestPerson(token.subject) : undefined;
    return person ? claimsOf(person) : reply.code(401).send({ error: 'invalid_token' });
  });
}

/** Null for another application, another place to return to, or no PKCE. */
function readRequest(fields: Fields, { clientId, redirectOrigin }: IdClient) {
  const { client_id, redirect_uri = '', response_type, code_challenge_method, code_challenge = '' } = fields;
  const isValid =
    client_id === clientId &&
    redirect_uri.startsWith(`${redirectOrigin}/`) &&
    response_type === 'code' &&
    code_challenge_method === 'S256' &&
    code_challenge !== '';
  const { state = '', nonce = '' } = fields;
  return isValid
    ? { client_id, redirect_uri, response_type, code_challenge_method, code_challenge, state, nonce }
    : null;
}

function readCode({ code: text, redirect_uri, code_verifier = '' }: Fields): Code | null {
  const code = unseal<Code>('code', text);
  const challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const isValid =
    code && code.expiresAt > Date.now() && code.redirectUri === redirect_uri && code.challenge === challenge;
  return isValid ? code : null;
}

function isClient({ headers }: FastifyRequest, { clientId, clientSecret }: IdClient): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

function claimsOf({ subject, name, email, isEmailVerified }: TestPerson): Record<string, unknown> {
  return { sub: subject, name, ...(email && { email, email_verified: isEmailVerified === true }) };
}
