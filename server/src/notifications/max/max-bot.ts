import { setTimeout as sleep } from 'node:timers/promises';
import type { MaxConfig } from '../../config/max.ts';

export interface MaxMessage {
  text: string;
  action?: { label: string; url: string } | undefined;
}

export interface MaxBot {
  /** Leads to a chat that begins with the code. */
  linkWith(code: string): Promise<string>;
  /** Returns false when the person has stopped the bot. */
  send(maxUserId: string, message: MaxMessage): Promise<boolean>;
  /** Updates come to the address from now on. Idempotent. */
  follow(url: string, secret: string): Promise<void>;
}

/** The message goes to the log: never the token or what a person was written. */
export class MaxUnavailable extends Error {}

const timeoutMs = 10_000;
/** MAX takes 30 calls a second; several processes share them, and a call above it is retried by its job. */
const spacingMs = 50;
const maxTextLength = 4000;

/** Updates that link a chat or end it. */
const followedUpdates = ['bot_started', 'bot_stopped', 'dialog_removed', 'message_created'] as const;

export function createMaxBot({ token, apiUrl, linkUrl }: MaxConfig): MaxBot {
  let nextCallAt = 0;
  let name: string | undefined;

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const startAt = Math.max(performance.now(), nextCallAt);
    nextCallAt = startAt + spacingMs;
    await sleep(startAt - performance.now());
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      throw new MaxUnavailable(error.name === 'TimeoutError' ? 'no answer in time' : 'no connection');
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new MaxUnavailable(`${method} ${path.split('?')[0]}: ${answer.status}`);
    return answer.body;
  }

  return {
    linkWith: async (code) => {
      name ??= botNameOf(await ask('GET', '/me'));
      return `${linkUrl}/${encodeURIComponent(name)}?start=${code}`;
    },
    send: async (maxUserId, { text, action }) => {
      const { status } = await call('POST', `/messages?user_id=${maxUserId}`, {
        text: text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text,
        ...(action && { attachments: [linkButton(action)] }),
      });
      if (status === 403 || status === 404) {
        // A wrong address or a proxy refuses everything, and says nothing of the person.
        await ask('GET', '/me');
        return false;
      }
      if (status !== 200) throw new MaxUnavailable(`POST /messages: ${status}`);
      return true;
    },
    follow: async (url, secret) => {
      await ask('POST', '/subscriptions', { url, secret, update_types: followedUpdates });
    },
  };
}

function botNameOf(body: unknown): string {
  const { username } = (body ?? {}) as { username?: unknown };
  if (typeof username !== 'string' || username === '') throw new MaxUnavailable('GET /me: no name of the bot');
  return username;
}

function linkButton({ label, url }: { label: string; url: string }): object {
  return { type: 'inline_keyboard', payload: { buttons: [[{ type: 'link', text: label, url }]] } };
}
