import { timingSafeEqual } from 'node:crypto';
import * as contract from '@kazna/contract/cabinet/max';
import * as z from 'zod/mini';
import { announce } from '../../platform/db/announce.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { linkChat, type MaxContext, startLinking, unlinkChat } from './link-chat.ts';
import { deleteMaxLink, findMaxLink, switchMaxLink } from './links-store.ts';

/** Without a bot the links of an earlier configuration can still be seen and removed. */
export function maxRoutes(api: Api, db: Database, max: MaxContext | null): void {
  api.on(contract.getMax, async ({ caller: { userId } }) => ({
    isOffered: max !== null,
    link: await findMaxLink(db, userId),
  }));

  api.on(contract.startMaxLink, ({ caller: { userId } }) => {
    if (!max) throw new Problem('not_found');
    return startLinking(max, userId);
  });

  api.on(contract.switchMax, async ({ caller: { userId }, body: { isOn } }) => {
    if (!(await switchMaxLink(db, userId, isOn))) throw new Problem('not_found');
  });

  api.on(contract.unlinkMax, ({ caller: { userId } }) =>
    db.transaction(async (tx) => {
      if (!(await deleteMaxLink(tx, userId))) throw new Problem('not_found');
      announce(tx, { userId }, 'notifications');
    }),
  );

  api.on(contract.receiveMaxUpdate, async ({ headers, body }) => {
    if (!max || !isEqual(headers['x-max-bot-api-secret'] ?? '', max.updates.secret)) throw new Problem('not_found');
    await applyUpdate(max, body);
  });
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const person = z.object({
  user_id: z.number().check(z.int()),
  name: z.pipe(
    z.string(),
    z.transform((name) => name.trim().slice(0, 200) || 'Без имени'),
  ),
});

const update = z.union([
  z.object({
    update_type: z.literal('bot_started'),
    user: person,
    payload: z.nullish(z.string().check(z.maxLength(200))),
  }),
  z.object({ update_type: z.enum(['bot_stopped', 'dialog_removed']), user: person }),
  z.object({
    update_type: z.literal('message_created'),
    message: z.object({
      sender: person,
      recipient: z.object({ chat_type: z.literal('dialog') }),
      body: z.object({ text: z.string() }),
    }),
  }),
]);

const codePattern = /^[\w-]{22}$/;

/** Others of MAX's updates, and talk in groups, are let pass: an error would have MAX repeat them. */
async function applyUpdate(max: MaxContext, body: unknown): Promise<void> {
  const { data } = update.safeParse(body);
  if (data?.update_type === 'bot_started' && data.payload) {
    const { user, payload: code } = data;
    await linkChat(max, { code, maxUserId: `${user.user_id}`, name: user.name });
  }
  if (data?.update_type === 'message_created') {
    const { sender, body: message } = data.message;
    const code = message.text.trim();
    if (codePattern.test(code)) await linkChat(max, { code, maxUserId: `${sender.user_id}`, name: sender.name });
  }
  if (data?.update_type === 'bot_stopped' || data?.update_type === 'dialog_removed') {
    await unlinkChat(max, `${data.user.user_id}`);
  }
}
