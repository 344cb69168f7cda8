import { everyMinute, handle, type JobHandler, jobKind, type Queue, scheduledKind } from '../../platform/jobs/queue.ts';
import { dispatchLetters, type OrganizationLetter } from './dispatch-letters.ts';
import { type LetterContext, sendLetter } from './send-letter.ts';

export const letterDispatch = scheduledKind('organization-letter-dispatch');
export const organizationLetter = jobKind<OrganizationLetter>('organization-letter');

export function organizationLetterJobs(context: LetterContext & { queue: Queue }): JobHandler[] {
  return [
    everyMinute(letterDispatch, () => dispatchLetters(context.db, context.queue, organizationLetter)),
    handle(organizationLetter, ({ letterId }) => sendLetter(context, letterId)),
  ];
}
