import type { LetterContent } from '../../platform/mail/letter.ts';

/** Always has the button that locks everybody else out. */
export function securityLetter(
  name: string,
  recoveryUrl: string,
  { subject, paragraphs }: Pick<LetterContent, 'subject' | 'paragraphs'>,
): LetterContent {
  return { name, subject, paragraphs, action: { label: 'Сменить пароль', url: recoveryUrl } };
}
