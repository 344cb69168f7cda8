import { createPublicKey, type webcrypto } from 'node:crypto';
import type { Algorithm } from 'fast-jwt';
import { fastJwt } from '../fast-jwt.ts';
import {
  basicAuth,
  codeRequestUrl,
  type ExternalProvider,
  fetchJson,
  ProviderFailure,
  postForm,
  type Return,
  requiredText,
  textOf,
} from './provider.ts';

export interface OidcOptions {
  id: 'oidc' | 'sandbox';
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where this machine reaches the issuer, if not at its public address. */
  internalUrl?: string;
}

interface Discovered {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint: string | null;
  takesBasicAuth: boolean;
}

type Claims = Record<string, unknown>;

const discoveryLifetimeMs = 60 * 60 * 1000;
const clockToleranceMs = 60_000;
/** Signatures by the issuer's public keys; `none` and those by a shared secret are refused. */
const algorithms: Algorithm[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'ES384', 'PS384', 'PS512'];

/** Any provider with discovery: Keycloak, Blitz, ADFS. */
export function createOidc(options: OidcOptions): ExternalProvider {
  const { id, name, issuer, clientId } = options;
  const discover = cachedDiscovery(options);
  return {
    id,
    name,
    issuer,
    authorizationUrl: async (visit) =>
      codeRequestUrl((await discover()).authorization_endpoint, clientId, visit, {
        scope: 'openid email profile',
        nonce: visit.nonce,
      }),
    identify: async (answer) => {
      const discovered = await discover();
      const tokens = await exchange(options, discovered, answer);
      const claims = await verifyIdToken(options, discovered, requiredText(tokens, 'id_token'), answer.nonce);
      const asked = 'email' in claims ? {} : await readUserInfo(options, discovered, tokens, claims);
      return personOf({ ...asked, ...claims });
    },
  };
}

function personOf(claims: Claims) {
  return {
    subject: requiredText(claims, 'sub'),
    email: textOf(claims, 'email'),
    isEmailVerified: claims.email_verified === true,
    name: textOf(claims, 'name') ?? textOf(claims, 'preferred_username') ?? '',
  };
}

function cachedDiscovery(options: OidcOptions): () => Promise<Discovered> {
  let known: { discovered: Promise<Discovered>; until: number } | undefined;
  return () => {
    if (!known || Date.now() > known.until) {
      const discovered = discoverIssuer(options);
      known = { discovered, until: Date.now() + discoveryLifetimeMs };
      // A failure is not kept: the next person asks again.
      discovered.catch(() => {
        known = undefined;
      });
    }
    return known.discovered;
  };
}

async function discoverIssuer(options: OidcOptions): Promise<Discovered> {
  const document = await fetchJson(
    reachable(options, `${options.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  if (document.issuer !== options.issuer) throw new ProviderFailure('discovery names another issuer');
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    authorization_endpoint: endpointIn(options, document, 'authorization_endpoint'),
    token_endpoint: endpointIn(options, document, 'token_endpoint'),
    jwks_uri: endpointIn(options, document, 'jwks_uri'),
    userinfo_endpoint: document.userinfo_endpoint ? endpointIn(options, document, 'userinfo_endpoint') : null,
    takesBasicAuth: !Array.isArray(methods) || methods.includes('client_secret_basic'),
  };
}

/** Secrets go only where the issuer's own transport is at least as safe. */
function endpointIn({ issuer }: OidcOptions, document: Claims, field: string): string {
  const address = requiredText(document, field);
  const isSafe = URL.canParse(address) && ['https:', new URL(issuer).protocol].includes(new URL(address).protocol);
  if (!isSafe) throw new ProviderFailure(`discovery has no safe ${field}`);
  return address;
}

function reachable({ issuer, internalUrl }: OidcOptions, address: string): string {
  return internalUrl !== undefined && address.startsWith(issuer) ? internalUrl + address.slice(issuer.length) : address;
}

async function exchange(
  options: OidcOptions,
  { token_endpoint, takesBasicAuth }: Discovered,
  { code, codeVerifier, redirectUri }: Return,
): Promise<Claims> {
  const { clientId, clientSecret } = options;
  const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
  const request = takesBasicAuth
    ? postForm(form, basicAuth(clientId, clientSecret))
    : postForm({ ...form, client_id: clientId, client_secret: clientSecret });
  return fetchJson(reachable(options, token_endpoint), request);
}

async function verifyIdToken(
  options: OidcOptions,
  { jwks_uri }: Discovered,
  token: string,
  nonce: string,
): Promise<Claims> {
  const { keys } = await fetchJson(reachable(options, jwks_uri));
  const key = keyOf(token, Array.isArray(keys) ? keys : []);
  const { issuer: allowedIss, clientId: allowedAud } = options;
  let claims: Claims;
  try {
    const verify = fastJwt().createVerifier({
      ...{ key, algorithms, allowedIss, allowedAud, allowedNonce: nonce, clockTolerance: clockToleranceMs },
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
      cache: false,
    });
    claims = verify(token) as Claims;
  } catch (error) {
    throw new ProviderFailure(`the id token is not valid: ${(error as { code?: string }).code ?? 'unknown'}`);
  }
  const isOfUs = !Array.isArray(claims.aud) || claims.aud.length === 1 || claims.azp === allowedAud;
  if (!isOfUs) throw new ProviderFailure('the id token is of another application');
  return claims;
}

type Jwk = webcrypto.JsonWebKey & { kid?: string };

function keyOf(token: string, keys: Jwk[]): string {
  const { header } = decode(token);
  const signing = keys.filter(({ kid, use }) => use !== 'enc' && (header.kid === undefined || kid === header.kid));
  if (signing.length !== 1) throw new ProviderFailure('the key of the id token is not among the keys of the issuer');
  try {
    return createPublicKey({ key: signing[0] as Jwk, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    }) as string;
  } catch {
    throw new ProviderFailure('the key of the issuer is malformed');
  }
}

function decode(token: string): { header: { kid?: string } } {
  try {
    return fastJwt().createDecoder({ complete: true })(token);
  } catch {
    throw new ProviderFailure('the id token is malformed');
  }
}

async function readUserInfo(
  options: OidcOptions,
  { userinfo_endpoint }: Discovered,
  tokens: Claims,
  { sub }: Claims,
): Promise<Claims> {
  const token = textOf(tokens, 'access_token');
  if (!userinfo_endpoint || !token) return {};
  const info = await fetchJson(reachable(options, userinfo_endpoint), {
    headers: { authorization: `Bearer ${token}` },
  });
  if (info.sub !== sub) throw new ProviderFailure('the answer is about somebody else');
  return info;
}
