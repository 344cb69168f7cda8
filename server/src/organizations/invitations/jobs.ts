import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Database } from '../../platform/db/database.ts';
import { handle, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { preventAutolinks } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { newLetterToken } from '../../platform/secrets.ts';
import { runWithinLimit } from '../../platform/throttling/throttle.ts';
import { lettersToAddress } from './limits.ts';
import { findForLetter, saveToken } from './store.ts';

export const invitationLetter = jobKind<{ invitationId: string }>('invitation-letter');

export function invitationJobs(context: { db: Database; mailer: Mailer; publicUrl: string }): JobHandler[] {
  return [handle(invitationLetter, ({ invitationId }) => sendInvitation(context, invitationId))];
}

async function sendInvitation(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  invitationId: string,
): Promise<void> {
  const invitation = await findForLetter(db, invitationId);
  if (!invitation) return;
  const { email, role, hasAccount } = invitation;
  const organization = quoted(preventAutolinks(invitation.organizationName));
  const { token, hash } = newLetterToken();
  await saveToken(db, invitationId, hash);
  // Browsers do not send what follows the #, so no server logs it.
  const hidden = new URLSearchParams({ email, invitation: token });
  const url = `${publicUrl}/auth/?mode=${hasAccount ? 'signin' : 'register'}#${hidden}`;
  const content = {
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
  await runWithinLimit(db, lettersToAddress, [email], () => mailer.send(email, content));
}
