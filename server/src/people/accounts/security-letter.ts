import type { LetterContent } from '../../platform/mail/letter.ts';

/** What the owner of an account should know at once, with the way to lock anybody else out of it. */
export function securityLetter(
  name: string,
  recoveryUrl: string,
  { subject, paragraphs }: Pick<LetterContent, 'subject' | 'paragraphs'>,
): LetterContent {
  return { name, subject, paragraphs, action: { label: 'Сменить пароль', url: recoveryUrl } };
}
