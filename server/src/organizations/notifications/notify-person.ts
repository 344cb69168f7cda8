import { categoryNames, type OptionalCategory } from '@kazna/contract/cabinet/notifications';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { EventText } from '../letters/event-text.ts';
import { insertPersonal } from './store.ts';

export interface PersonalDetails {
  signed_in_elsewhere: { device: string; address: string };
  letters_switched_off: { category: OptionalCategory };
}
export type PersonalKind = keyof PersonalDetails;

/** The bell alone: letters about security have their own way, and go to the address of the moment. */
export async function notifyPerson<Kind extends PersonalKind>(
  tx: Transaction,
  userId: string,
  event: { kind: Kind; details: PersonalDetails[Kind] },
): Promise<void> {
  await insertPersonal(tx, userId, event);
  announce(tx, { userId }, 'notifications');
}

export function describePersonal(kind: string, details: object, publicUrl: string): EventText {
  if (kind === 'letters_switched_off') {
    const { category } = details as PersonalDetails['letters_switched_off'];
    return {
      headline: `Письма «${categoryNames[category]}» отключены`,
      paragraphs: [
        'Их отключили по ссылке из письма. Если это были не вы, включите их снова в настройках уведомлений.',
      ],
      action: { label: 'Настроить уведомления', url: `${publicUrl}/notifications/settings` },
    };
  }
  const { device, address } = details as PersonalDetails['signed_in_elsewhere'];
  return {
    headline: 'Вход с нового устройства',
    paragraphs: [
      `Устройство: ${device}. Адрес: ${address}. Если это были не вы, смените пароль: все сеансы завершатся.`,
    ],
    action: { label: 'Открыть профиль', url: `${publicUrl}/profile` },
  };
}
