import type { LetterContent } from '../../platform/mail/letter.ts';
import { securityLetter } from './security-letter.ts';

const ignore = 'Если это были не вы, ничего делать не нужно: без вашего участия ничего не изменится.';

export function verificationLetter(name: string, url: string): LetterContent {
  return {
    subject: 'Подтвердите e-mail',
    name,
    paragraphs: [
      'Вы зарегистрировались в личном кабинете. Подтвердите адрес, чтобы войти. Ссылка действует 24 часа.',
      'На другом устройстве ссылка попросит пароль, который вы задали, или предложит задать новый.',
    ],
    action: { label: 'Подтвердить e-mail', url },
    note: ignore,
  };
}

export function alreadyRegisteredLetter(name: string, signInUrl: string): LetterContent {
  return {
    subject: 'Вы уже зарегистрированы',
    name,
    paragraphs: [
      'Кто-то попробовал зарегистрироваться с вашим адресом, но аккаунт с ним уже есть.',
      'Если это были вы, войдите с прежним паролем. Если пароль забыт, восстановите его на странице входа.',
    ],
    action: { label: 'Войти', url: signInUrl },
    note: ignore,
  };
}

/** No name for an address that has only registrations, which anybody may have made. */
export function resetLetter(url: string, name?: string): LetterContent {
  return {
    subject: 'Восстановление пароля',
    ...(name === undefined ? {} : { name }),
    paragraphs: ['Вы попросили восстановить пароль. Задайте новый по ссылке. Она действует час и сработает один раз.'],
    action: { label: 'Задать новый пароль', url },
    note: ignore,
  };
}

export function passwordChangedLetter(name: string, recoveryUrl: string): LetterContent {
  return {
    subject: 'Пароль изменён',
    name,
    paragraphs: [
      'Пароль от вашего личного кабинета изменён, все прежние сеансы завершены.',
      'Если это были не вы, восстановите пароль сейчас же и напишите в поддержку.',
    ],
    action: { label: 'Восстановить пароль', url: recoveryUrl },
  };
}

export function newSignInLetter(
  name: string,
  signIn: { device: string; address: string; at: string },
  recoveryUrl: string,
): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Вход с нового устройства',
    paragraphs: [
      'В ваш личный кабинет вошли с устройства, которого мы раньше не видели.',
      `Устройство: ${signIn.device}. Адрес: ${signIn.address}. Время: ${signIn.at}.`,
      'Если это были вы, ничего делать не нужно. Если нет, смените пароль: все сеансы завершатся.',
    ],
  });
}
