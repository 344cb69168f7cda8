import { quoted } from '@kazna/contract/shared/quoted';
import type { LetterContent } from '../../platform/mail/letter.ts';

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

/** Always has the button that locks everybody else out. */
function securityLetter(
  name: string,
  recoveryUrl: string,
  { subject, paragraphs }: Pick<LetterContent, 'subject' | 'paragraphs'>,
): LetterContent {
  return { name, subject, paragraphs, action: { label: 'Сменить пароль', url: recoveryUrl } };
}

export function secondFactorOnLetter(name: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Двухфакторная защита включена',
    paragraphs: [
      'Теперь для входа в личный кабинет, кроме пароля, нужен код из приложения.',
      'Храните запасные коды отдельно от телефона: каждый из них заменит код один раз.',
      'Если это были не вы, смените пароль и напишите в поддержку.',
    ],
  });
}

export function secondFactorOffLetter(name: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Двухфакторная защита выключена',
    paragraphs: [
      'Для входа в личный кабинет снова достаточно пароля. Запасные коды больше не действуют.',
      'Если это были не вы, сейчас же смените пароль и включите двухфакторную защиту ещё раз.',
    ],
  });
}

export function secondFactorOffByStaffLetter(name: string, supportEmail: string): LetterContent {
  return {
    subject: 'Двухфакторная защита выключена поддержкой',
    name,
    paragraphs: [
      'Сотрудник поддержки выключил двухфакторную защиту и удалил ключи доступа в вашем личном кабинете. Для входа снова достаточно пароля.',
      `Если вы об этом не просили, сейчас же смените пароль и напишите в поддержку: ${supportEmail}.`,
    ],
  };
}

export function passkeyAddedLetter(name: string, passkey: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Добавлен ключ доступа',
    paragraphs: [
      `Теперь в ваш личный кабинет можно войти ключом доступа ${quoted(passkey)}, без пароля и кода.`,
      'Если это были не вы, сейчас же смените пароль по ссылке: все сеансы завершатся, ключи доступа удалятся.',
    ],
  });
}

export function passkeyRemovedLetter(name: string, passkey: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Ключ доступа удалён',
    paragraphs: [
      `Ключом доступа ${quoted(passkey)} больше нельзя войти в ваш личный кабинет.`,
      'Если это были не вы, смените пароль: все сеансы завершатся.',
    ],
  });
}

export function maxLinkedLetter(name: string, publicUrl: string): LetterContent {
  return {
    subject: 'Уведомления приходят в MAX',
    name,
    paragraphs: [
      'К вашему личному кабинету подключён чат в мессенджере MAX: в него приходят уведомления.',
      'Если это были не вы, отключите его в настройках уведомлений и смените пароль.',
    ],
    action: { label: 'Настроить уведомления', url: `${publicUrl}/notifications/settings` },
  };
}

export function externalLinkedLetter(name: string, provider: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Привязан внешний вход',
    paragraphs: [
      `Теперь в ваш личный кабинет можно войти через ${quoted(provider)}.`,
      'Если это были не вы, сейчас же смените пароль по ссылке: все сеансы завершатся, внешние входы отвяжутся.',
    ],
  });
}

export function externalUnlinkedLetter(name: string, provider: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Внешний вход отвязан',
    paragraphs: [
      `Через ${quoted(provider)} больше нельзя войти в ваш личный кабинет.`,
      'Если это были не вы, смените пароль: все сеансы завершатся.',
    ],
  });
}

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
