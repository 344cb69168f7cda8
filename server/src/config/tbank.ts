import { ConfigError, nonEmpty, type Read, urlOf } from './environment.ts';

export interface TbankConfig {
  /** Null: T-Bank takes no real money here. */
  terminal: { terminalKey: string; password: string; apiUrl: string } | null;
}

export function tbankConfig(read: Read): TbankConfig {
  const terminalKey = read('TBANK_TERMINAL_KEY', "the terminal's key", nonEmpty);
  const password = read('TBANK_PASSWORD', "the terminal's password", nonEmpty);
  if (Boolean(terminalKey) !== Boolean(password))
    throw new ConfigError('TBANK_TERMINAL_KEY and TBANK_PASSWORD go together: set both or none');
  const apiUrl = read(
    'TBANK_API_URL',
    'the address of the API, such as https://securepay.tinkoff.ru/v2',
    urlOf('https:', 'http:'),
    'https://securepay.tinkoff.ru/v2',
  );
  return { terminal: terminalKey && password ? { terminalKey, password, apiUrl } : null };
}
