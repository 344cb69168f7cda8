import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createOidc } from '../../src/people/accounts/external/oidc.ts';
import type { ExternalProvider } from '../../src/people/accounts/external/provider.ts';
import { testOrigin } from './passkeys.ts';
import { newPerson } from './people.ts';

export interface IssuerPerson {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

export interface OidcIssuer {
  provider: ExternalProvider;
  issuer: string;
  /** Who answers its sign-in page next; null refuses. */
  person: IssuerPerson | null;
  close: () => Promise<void>;
}

export const clientOfIssuer = { clientId: 'kazna', clientSecret: 'a secret of the application at the issuer' };

/** `oidc-provider`, whose sign-in page answers by itself. It has no types of its own. */
async function startOidcIssuer(): Promise<OidcIssuer> {
  // @ts-expect-error The package ships without types.
  const { default: Provider } = await import('oidc-provider');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, IssuerPerson>();
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: clientOfIssuer.clientId,
        client_secret: clientOfIssuer.clientSecret,
        redirect_uris: [`${testOrigin}/api/auth/external/oidc/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 600 },
  });
  const started: OidcIssuer = {
    issuer,
    person: null,
    provider: createOidc({ id: 'oidc', name: 'Ромашка ID', issuer, ...clientOfIssuer }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const answer = oidc.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { person } = started;
    if (!person) return oidc.interactionFinished(request, response, { error: 'access_denied' });
    people.set(person.sub, person);
    const { prompt, params, session } = await oidc.interactionDetails(request, response);
    if (prompt.name === 'login')
      return oidc.interactionFinished(request, response, { login: { accountId: person.sub } });
    const grant = new oidc.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    return oidc.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  return started;
}

/** Follows the provider's pages as a browser does, and returns the address that it leads back to. */
export async function followProvider(location: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(location);
  for (let hop = 0; hop < 12; hop += 1) {
    if (next.origin === testOrigin) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to === null) throw new Error(`${next} answered ${response.status} ${await response.text()}`);
    next = new URL(to, next);
  }
  throw new Error('the provider leads in circles');
}

/** To be called before the app of the file, which reads the providers when it starts. */
export function issuerForThisFile() {
  let issuer: OidcIssuer | undefined;
  const externalProviders: ExternalProvider[] = [];
  beforeAll(async () => {
    issuer = await startOidcIssuer();
    externalProviders.push(issuer.provider);
  });
  afterAll(() => issuer?.close());
  let count = 0;
  return {
    externalProviders,
    /** The next visitor refuses. */
    refuse: () => {
      if (issuer) issuer.person = null;
    },
    /** The next visitor, with an address that the issuer vouches for unless said otherwise. */
    newcomer: (more: Partial<IssuerPerson> = {}): IssuerPerson & { email: string } => {
      count += 1;
      const { email } = newPerson();
      const person = { sub: `person ${count}`, name: 'Анна Смирнова', email, email_verified: true, ...more };
      if (issuer) issuer.person = person;
      return person;
    },
  };
}
