import { nonEmpty, type Read, urlOf } from './environment.ts';

export interface MaxConfig {
  /** The sandbox plays the messenger for this token, where it is mounted. */
  token: string;
  apiUrl: string;
  /** Before the bot's name, in links that open a chat with it. */
  linkUrl: string;
}

/** Null without a bot: the channel is not there then. */
export function maxConfig(read: Read): MaxConfig | null {
  const token = read('MAX_BOT_TOKEN', 'the token of a bot of the messenger MAX', nonEmpty);
  if (!token) return null;
  return {
    token,
    apiUrl: read('MAX_API_URL', "the address of MAX's API", urlOf('http:', 'https:'), 'https://platform-api2.max.ru'),
    linkUrl: read(
      'MAX_LINK_URL',
      'the address that links to bots begin with',
      urlOf('http:', 'https:'),
      'https://max.ru',
    ),
  };
}

/** The token for which the sandbox plays the messenger. */
export const sandboxMaxToken = 'sandbox';
