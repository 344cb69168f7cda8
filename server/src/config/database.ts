import { resolve } from 'node:path';
import { ConfigError, flag, integer, nonEmpty, type Read, urlOf } from './environment.ts';

export interface DatabaseConfig {
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** Of a process that works on jobs, beside the pool that answers requests. */
  databaseJobPoolSize: number;
  dataDir: string;
}

export function databaseConfig(read: Read, isProduction: boolean): DatabaseConfig {
  const databaseUrl = read(
    'DATABASE_URL',
    'a PostgreSQL address, such as postgres://user:password@host:5432/kazna',
    urlOf('postgres:', 'postgresql:'),
  );
  const isEmbedded = read('EMBEDDED_DB', '0 or 1', flag, false);
  if (isProduction && !databaseUrl && !isEmbedded) {
    throw new ConfigError(
      'DATABASE_URL is required with NODE_ENV=production, or EMBEDDED_DB=1 to keep data in DATA_DIR',
    );
  }
  return {
    databaseUrl,
    databasePoolSize: read('DATABASE_POOL', 'a number of connections from 2 to 200', integer(2, 200), 10),
    databaseJobPoolSize: read('DATABASE_JOB_POOL', 'a number of connections from 2 to 200', integer(2, 200), 4),
    dataDir: resolve(read('DATA_DIR', 'a directory', nonEmpty, 'var')),
  };
}
