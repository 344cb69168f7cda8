import {
  codeRequestUrl,
  type ExternalProvider,
  fetchJson,
  ProviderFailure,
  postForm,
  requiredText,
  textOf,
} from './provider.ts';

const ownEndpoints = {
  authorize: 'https://id.vk.ru/authorize',
  token: 'https://id.vk.ru/oauth2/auth',
  info: 'https://id.vk.ru/oauth2/user_info',
};

/** OAuth 2.1 of its own kind: the callback names a device that the code is exchanged with. */
export function createVk(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  endpoints = ownEndpoints,
): ExternalProvider {
  return {
    id: 'vk',
    name: 'VK ID',
    issuer: 'https://id.vk.ru',
    authorizationUrl: async (visit) =>
      codeRequestUrl(endpoints.authorize, clientId, visit, { scope: 'vkid.personal_info email' }),
    identify: async ({ code, codeVerifier, redirectUri, state, deviceId }) => {
      if (!deviceId) throw new ProviderFailure('the callback names no device');
      const form = {
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        device_id: deviceId,
        state,
      };
      const answer = await fetchJson(endpoints.token, postForm(form));
      if ('state' in answer && answer.state !== state) throw new ProviderFailure('the state is another one');
      const fields = { client_id: clientId, access_token: requiredText(answer, 'access_token') };
      const { user } = await fetchJson(endpoints.info, postForm(fields));
      if (typeof user !== 'object' || user === null) throw new ProviderFailure('no user in the answer');
      const person = user as Record<string, unknown>;
      const names = [textOf(person, 'first_name'), textOf(person, 'last_name')].filter(Boolean);
      return {
        subject: requiredText(person, 'user_id'),
        email: textOf(person, 'email'),
        isEmailVerified: false,
        name: names.join(' '),
      };
    },
  };
}
