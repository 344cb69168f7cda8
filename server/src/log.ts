import pino, { type Logger } from 'pino';

/** JSON in production, readable lines in development. */
export function createLog({ isProduction, logLevel }: { isProduction: boolean; logLevel: string }): Logger {
  return pino({
    level: logLevel,
    redact: {
      paths: ['password', 'token', 'accessToken', 'refreshToken', 'authorization', 'cookie'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[hidden]',
    },
    ...(isProduction
      ? {}
      : {
          transport: {
            target: 'pino-pretty',
            options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname,reqId', singleLine: true },
          },
        }),
  });
}
