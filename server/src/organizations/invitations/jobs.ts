import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Database } from '../../platform/db/database.ts';
import { handle, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { type LetterContent, preventAutolinks } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { newLetterToken } from '../../platform/secrets.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import type { InvitationLetterRow } from './reads.ts';
import { findForLetter, saveToken } from './store.ts';

export const invitationLetter = jobKind<{ invitationId: string }>('invitation-letter');

/**
 * Letters of all people to one address. Above the limit the invitation stays valid without a letter: a refusal would
 * let strangers keep a person from being invited.
 */
const lettersToAddress: Limit = { name: 'invitation-letters', hits: 10, windowSeconds: 24 * 60 * 60 };

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

export function invitationJobs(context: LetterContext): JobHandler[] {
  return [handle(invitationLetter, ({ invitationId }) => sendInvitation(context, invitationId))];
}

async function sendInvitation({ db, mailer, publicUrl }: LetterContext, invitationId: string): Promise<void> {
  const invitation = await findForLetter(db, invitationId);
  if (!invitation) return;
  const { email } = invitation;
  // Only a letter that leaves ends the link of the one before.
  await runWithinLimit(db, lettersToAddress, [email], async () => {
    const { token, hash } = newLetterToken();
    await saveToken(db, invitationId, hash);
    await mailer.send(email, letterOf(invitation, publicUrl, token));
  });
}

function letterOf(invitation: InvitationLetterRow, publicUrl: string, token: string): LetterContent {
  const { email, role, hasAccount } = invitation;
  const organization = quoted(preventAutolinks(invitation.organizationName));
  // Browsers do not send what follows the #, so no server logs it.
  const hidden = new URLSearchParams({ email, invitation: token });
  const url = `${publicUrl}/auth/?mode=${hasAccount ? 'signin' : 'register'}#${hidden}`;
  return {
    subject: `Приглашение в организацию ${organization}`,
    paragraphs: [
      `${preventAutolinks(invitation.invitedBy)} приглашает вас в организацию ${organization}. Ваша роль: ${roleNames[role].toLowerCase()}.`,
      hasAccount
        ? 'Войдите с этим адресом и примите приглашение. Оно действует 7 дней.'
        : 'Зарегистрируйтесь по ссылке и сразу попадёте в организацию. Приглашение действует 7 дней.',
    ],
    action: { label: hasAccount ? 'Войти и ответить' : 'Зарегистрироваться и вступить', url },
    note: 'Если вы не знаете отправителя, не отвечайте: без вашего согласия ничего не произойдёт.',
  };
}
