import { ConfigError, nonEmpty, type Read, urlOf } from './environment.ts';

interface Client {
  clientId: string;
  clientSecret: string;
}

export interface ExternalSignInConfig {
  yandex: Client | null;
  vk: Client | null;
  oidc: (Client & { issuer: string; name: string }) | null;
}

export function externalSignInConfig(read: Read, isProduction: boolean): ExternalSignInConfig {
  const protocols = isProduction ? ['https:'] : ['https:', 'http:'];
  const issuer = read('OIDC_ISSUER', 'the address of the issuer, such as https://id.example.ru', urlOf(...protocols));
  const oidc = clientOf(read, 'OIDC');
  if (Boolean(issuer) !== Boolean(oidc)) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all or none');
  }
  const name = read('OIDC_NAME', 'the name that people know the issuer by', nonEmpty, 'Корпоративный вход');
  return {
    yandex: clientOf(read, 'YANDEX_ID'),
    vk: clientOf(read, 'VK_ID'),
    oidc: issuer && oidc ? { ...oidc, issuer, name } : null,
  };
}

function clientOf(read: Read, prefix: string): Client | null {
  const clientId = read(`${prefix}_CLIENT_ID`, "the application's id", nonEmpty);
  const clientSecret = read(`${prefix}_CLIENT_SECRET`, "the application's secret", nonEmpty);
  if (Boolean(clientId) !== Boolean(clientSecret)) {
    throw new ConfigError(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET go together: set both or none`);
  }
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
