import type { LetterContent } from '../../../platform/mail/letter.ts';
import { securityLetter } from '../security-letter.ts';

export function confirmNewEmailLetter(name: string, url: string): LetterContent {
  return {
    subject: 'Подтвердите новый e-mail',
    name,
    paragraphs: [
      'Вы попросили сменить e-mail личного кабинета на этот адрес. Подтвердите его по ссылке. Она действует 24 часа.',
      'До подтверждения вход остаётся по прежнему адресу.',
    ],
    action: { label: 'Подтвердить новый e-mail', url },
    note: 'Если вы об этом не просили, ничего делать не нужно: без подтверждения адрес не изменится.',
  };
}

export function addressWantedLetter(name: string): LetterContent {
  return {
    subject: 'Ваш адрес указали в другом аккаунте',
    name,
    paragraphs: [
      'Кто-то попросил сменить e-mail своего личного кабинета на ваш адрес, но с ним уже есть аккаунт: ваш.',
      'Если это были вы, войдите с этим адресом или укажите в другом аккаунте иной.',
    ],
    note: 'Если это были не вы, ничего делать не нужно: ваш аккаунт не изменится.',
  };
}

export function emailChangeWantedLetter(name: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Запрошена смена e-mail',
    paragraphs: [
      'В вашем личном кабинете запросили смену e-mail. Пока новый адрес не подтверждён, вход остаётся по этому.',
      'Если это были вы, ничего делать не нужно. Если нет, смените пароль: запрос отменится, все сеансы завершатся.',
    ],
  });
}

export function emailChangedLetter(name: string, supportEmail: string): LetterContent {
  return {
    subject: 'E-mail изменён',
    name,
    paragraphs: [
      'E-mail вашего личного кабинета изменён. Вход с этим адресом больше не работает, письма идут на новый.',
      `Если это были не вы, сейчас же напишите в поддержку: ${supportEmail}.`,
    ],
  };
}
