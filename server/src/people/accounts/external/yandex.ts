import {
  basicAuth,
  codeRequestUrl,
  type ExternalProvider,
  fetchJson,
  ProviderFailure,
  postForm,
  requiredText,
  textOf,
} from './provider.ts';

const ownEndpoints = {
  authorize: 'https://oauth.yandex.ru/authorize',
  token: 'https://oauth.yandex.ru/token',
  info: 'https://login.yandex.ru/info?format=json',
};

/** OAuth 2.0 without OpenID Connect: there is no nonce, and nothing says that an address is verified. */
export function createYandex(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  endpoints = ownEndpoints,
): ExternalProvider {
  return {
    id: 'yandex',
    name: 'Яндекс ID',
    issuer: 'https://oauth.yandex.ru',
    authorizationUrl: async (visit) =>
      codeRequestUrl(endpoints.authorize, clientId, visit, { scope: 'login:info', optional_scope: 'login:email' }),
    identify: async ({ code, codeVerifier, redirectUri }) => {
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
      const answer = await fetchJson(endpoints.token, postForm(form, basicAuth(clientId, clientSecret)));
      const token = requiredText(answer, 'access_token');
      const info = await fetchJson(endpoints.info, { headers: { authorization: `OAuth ${token}` } });
      if (textOf(info, 'client_id') !== clientId) throw new ProviderFailure('the token is of another application');
      return {
        subject: requiredText(info, 'id'),
        email: textOf(info, 'default_email'),
        isEmailVerified: false,
        name: textOf(info, 'real_name') ?? textOf(info, 'display_name') ?? '',
      };
    },
  };
}
