import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** Readable lines for a developer's terminal, which costs a thread of its own, JSON for everything else. */
export function createLog(
  { isProduction, logLevel }: { isProduction: boolean; logLevel: string },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    redact: {
      paths: ['password', 'token', 'accessToken', 'refreshToken', 'authorization', 'cookie'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[hidden]',
    },
  };
  if (destination) return pino(options, destination);
  // A write per line costs as much as a small request, so lines are buffered for a second at most.
  if (isProduction) return pino(options, pino.destination({ sync: false, minLength: 8192, periodicFlush: 1000 }));
  if (!process.stdout.isTTY) return pino(options);
  const pretty = { translateTime: 'HH:MM:ss', ignore: 'pid,hostname,reqId', singleLine: true };
  return pino({ ...options, transport: { target: 'pino-pretty', options: pretty } });
}
