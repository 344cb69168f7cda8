import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { describe, expect, test } from 'vitest';
import { callerWhoMay } from '../access/access-table.ts';
import { ask, type RawResponse, type RequestParts } from '../access/ask.ts';
import { type Place, placeName, places } from '../access/contract-places.ts';
import { databaseRows } from '../access/database-state.ts';
import { reusedScene } from '../access/scene.ts';
import { validRequests } from '../access/valid-requests.ts';
import { shopForThisFile } from '../support/app-for-file.ts';

const shop = shopForThisFile();

const strange = {
  'a line break': '\r\nBcc: victim@example.ru\r\n\r\n',
  'a lone line feed': '\nX-Injected: 1',
  'a NUL': '\0',
  'a mark that turns the text around': '\u202eгпж.exe',
  'a line separator': '\u2028',
  'an invisible mark': '\u200b',
  'half a character': '\ud800',
  'a quote for SQL': "'; drop table users; --",
};

/** The valid value with the text inside. */
const valuesFor = (right: unknown) =>
  Object.entries(strange).map(([what, text]) => [what, `${right ?? 'Текст'}${text}x`] as const);

function put(sending: RequestParts, { part, path }: Place, value: string): RequestParts {
  const [first = '', second] = path;
  const fields = (sending[part] ?? {}) as Record<string, unknown>;
  const inner = second ? { ...(fields[first] as object), [second]: value } : value;
  return { ...sending, [part]: { ...fields, [first]: inner } };
}

const rightValue = (sending: RequestParts, { part, path }: Place) =>
  path.reduce<unknown>((fields, name) => (fields as Record<string, unknown> | undefined)?.[name], sending[part]);

/** Descriptions of services, articles, notes and what is written to the support have several lines. */
const withoutLines = (row: string) =>
  /^(services|support_\w+|help_articles|organization_notes) /.test(row) ? row.replaceAll('\\n', '') : row;
const unwanted = /\\[nrtbf]|\\u00|[\p{Cf}\u2028\u2029]/u;

describe('unusual characters in texts', () => {
  const intactScene = reusedScene(shop);

  /** Without rate limits, so that every text is checked. */
  async function send(name: string, sending: RequestParts, token: string): Promise<RawResponse> {
    const answer = await ask(shop.url, endpoints[name] as Endpoint, sending, token);
    if (answer.status !== 429) return answer;
    await shop.db.queryText('delete from throttle_counters');
    return ask(shop.url, endpoints[name] as Endpoint, sending, token);
  }

  const texts = places.filter(({ isId }) => !isId);
  test.each(texts.map((place) => ({ where: placeName(place), place })))(
    'unusual characters in $where cause no fault of the server',
    async ({ place }) => {
      const scene = await intactScene();
      const me = scene.cast[callerWhoMay(place.name)];
      const request = async () => (await validRequests[place.name]?.(scene, me)) as RequestParts;
      const { rows } = await shop.db.queryText('select password_hash from users where id = $1', [me.id]);
      const failures: Record<string, number> = {};
      let sending = await request();
      for (const [what, value] of valuesFor(rightValue(sending, place))) {
        const { status } = await send(place.name, put(sending, place, value), me.token);
        if (status >= 500) failures[what] = status;
        // What the schema refused has used nothing up.
        if (status === 400) continue;
        // The text may be the password now.
        await shop.db.queryText('update users set password_hash = $2 where id = $1', [me.id, rows[0]?.password_hash]);
        sending = await request();
      }
      expect(failures).toEqual({});
    },
  );

  test('unusual characters that were accepted are stored safely or left out', async () => {
    expect((await databaseRows(shop.db)).filter((row) => unwanted.test(withoutLines(row)))).toEqual([]);
  });
});
