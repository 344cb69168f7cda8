import { integer, networks, nonEmpty, type Read, webUrl } from './environment.ts';

export interface HttpConfig {
  port: number;
  host: string;
  publicUrl: string;
  /** No metrics without it. */
  metricsPort: number | undefined;
  trustedProxies: string[];
  /** Of each key of the operator API, in each process. */
  apiRateLimit: { hits: number; windowSeconds: number };
}

export function httpConfig(read: Read): HttpConfig {
  const port = read('PORT', 'a port number from 1 to 65535', integer(1, 65535), 3000);
  return {
    port,
    host: read('HOST', 'a host name or an IP address to listen on', nonEmpty, 'localhost'),
    publicUrl: read(
      'PUBLIC_URL',
      'the address people open, such as https://cabinet.example.ru',
      webUrl,
      `http://localhost:${port}`,
    ),
    metricsPort: read('METRICS_PORT', 'a port number from 1 to 65535', integer(1, 65535)),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      'IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
      networks,
      [],
    ),
    apiRateLimit: {
      hits: read('API_RATE_LIMIT', 'a number from 1 to 1000000', integer(1, 1_000_000), 1000),
      windowSeconds: 10,
    },
  };
}
