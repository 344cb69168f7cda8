import type { keyForm } from '@kazna/contract/admin/keys';
import type { z } from 'zod/mini';
import type { AdminAlert } from '../../people/accounts/notify-admins.ts';
import { formatLetterTime } from '../../platform/mail/letter.ts';

export function keyCreatedNews({ name, scopes, networks, expiresAt }: z.output<typeof keyForm>): AdminAlert {
  const until = expiresAt ? `до ${formatLetterTime(expiresAt, 'Europe/Moscow')}` : 'бессрочно';
  return {
    subject: `Создан ключ API: ${name}`,
    paragraphs: [
      `В личном кабинете создали ключ API «${name}». Программа с этим ключом действует от имени компании.`,
      `Права: ${scopes.join(', ')}. Откуда: ${networks.join(', ') || 'отовсюду'}. Срок: ${until}.`,
    ],
  };
}

export function keyRolledNews({
  name,
  scopes,
  overlapHours,
}: {
  name: string;
  scopes: string[];
  overlapHours: number;
}): AdminAlert {
  const previous = overlapHours === 0 ? 'Прежний уже не работает.' : `Прежний проработает ещё ${overlapHours} ч.`;
  return {
    subject: `Сменён ключ API: ${name}`,
    paragraphs: [
      `В личном кабинете выпустили новый ключ API вместо «${name}». ${previous}`,
      `Права: ${scopes.join(', ')}.`,
    ],
  };
}
