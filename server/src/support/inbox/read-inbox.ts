import type { Logger } from 'pino';
import type { InboxConfig } from '../../config/inbox.ts';
import { everyMinute, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { counter } from '../../platform/metrics.ts';
import { beginReading, countFailure, markFailing, markRead, passLetter } from './inbox-store.ts';
import { type Inbox, InboxUnavailable, openInbox, type WaitingLetter } from './open-inbox.ts';
import { type LetterOutcome, letterOutcomes, type TakingContext, takeLetter } from './take-letter.ts';

export const requestInbox = scheduledKind('request-inbox', { retryLimit: 0 });

export interface InboxContext extends TakingContext {
  /** Null without a mailbox. */
  inbox: InboxConfig | null;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const letters = counter('inbox_letters_total', 'Letters in the mailbox of answers by what became of them', ['result']);
const failures = counter('inbox_failures_total', 'Readings of the mailbox of answers that failed', ['fault']);

/** The rest of a crowded mailbox is read a minute later. */
const maxLetters = 2000;
/** A letter that fails for an hour, and not for want of the mailbox, is left behind. */
const maxFailures = 60;

export function inboxJobs(context: InboxContext): JobHandler[] {
  const { inbox } = context;
  if (!inbox) return [];
  for (const result of letterOutcomes) letters.inc({ result }, 0);
  for (const fault of ['connection', 'login', 'folder']) failures.inc({ fault }, 0);
  return [everyMinute(requestInbox, ({ signal }) => readInbox(context, inbox, signal))];
}

/** What does not reach the mailbox fails until it does: staff see it, and no job is left to repeat. */
async function readInbox(context: InboxContext, config: InboxConfig, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  let inbox: Inbox | undefined;
  try {
    inbox = await openInbox(config);
    await readLetters(context, inbox, signal);
    await markRead(db);
  } catch (error) {
    if (!(error instanceof InboxUnavailable)) throw error;
    failures.inc({ fault: error.fault });
    log.warn({ fault: error.fault, reason: error.message }, 'the mailbox of answers');
    await markFailing(db, error.fault);
  } finally {
    await inbox?.close();
  }
}

async function readLetters(context: InboxContext, inbox: Inbox, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  const { uidValidity } = inbox;
  let left = maxLetters;
  for await (const letter of inbox.after(await beginReading(db, uidValidity))) {
    if (signal.aborted || left === 0) return;
    left -= 1;
    const outcome = await takeOrSkip(context, inbox, letter);
    letters.inc({ result: outcome });
    // The letter itself stays where it is: what it says does not belong into a log.
    if (outcome !== 'unaddressed') log.info({ uid: letter.uid, outcome }, 'a letter in the mailbox of answers');
    await passLetter(db, { uidValidity, uid: letter.uid });
    if (outcome === 'taken' || outcome === 'in_part') await inbox.markSeen(letter.uid);
  }
}

async function takeOrSkip(context: InboxContext, inbox: Inbox, letter: WaitingLetter): Promise<LetterOutcome> {
  try {
    return await takeLetter(context, inbox, letter);
  } catch (error) {
    if (error instanceof InboxUnavailable || (await countFailure(context.db)) < maxFailures) throw error;
    context.log.error({ err: error, uid: letter.uid }, 'a letter in the mailbox of answers was left behind');
    return 'failed';
  }
}
