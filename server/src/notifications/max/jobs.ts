import { everyHour, handle, type JobHandler, jobKind, scheduledKind } from '../../platform/jobs/queue.ts';
import type { OrganizationLetter } from '../dispatch-letters.ts';
import { composeLetter, type LetterContext } from '../send-letter.ts';
import { type MaxContext, maxReply, unlinkChat } from './link-chat.ts';
import { findMaxChat } from './links-store.ts';
import type { MaxMessage } from './max-bot.ts';

/** What a letter says, in the chat of its addressee. */
export const maxMessage = jobKind<OrganizationLetter>('max-message');
export const maxFollowing = scheduledKind('max-following');

export function maxJobs(letters: LetterContext, max: MaxContext | null): JobHandler[] {
  if (!max) return [];
  return [
    handle(maxMessage, ({ letterId, userId }) => sendMaxMessage(letters, max, { letterId, userId })),
    handle(maxReply, ({ maxUserId, text }) => deliver(max, maxUserId, { text })),
    everyHour(maxFollowing, () => max.bot.follow(max.updates.url, max.updates.secret)),
  ];
}

/** Who may see it, and whether they want it, is asked now, as for the letter. */
async function sendMaxMessage(
  letters: LetterContext,
  max: MaxContext,
  { letterId, userId }: OrganizationLetter,
): Promise<void> {
  const maxUserId = await findMaxChat(max.db, userId);
  if (!maxUserId) return;
  const composed = await composeLetter(letters, letterId);
  if (!composed) return;
  const { subject, sum, paragraphs, facts = [], action, note } = composed.letter;
  const known = facts.map((fact) => fact.join(': ')).join('\n');
  const told = sum && !subject.includes(sum[1]) ? [sum.join(': ')] : [];
  const text = [subject, ...told, ...paragraphs, ...(known ? [known] : []), ...(note ? [note] : [])].join('\n\n');
  await deliver(max, maxUserId, { text, action });
}

async function deliver(max: MaxContext, maxUserId: string, message: MaxMessage): Promise<void> {
  if (!(await max.bot.send(maxUserId, message))) await unlinkChat(max, maxUserId);
}
