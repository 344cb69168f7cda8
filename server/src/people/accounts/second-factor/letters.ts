import type { LetterContent } from '../../../platform/mail/letter.ts';
import { securityLetter } from '../security-letter.ts';

export function secondFactorOnLetter(name: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Вход по коду включён',
    paragraphs: [
      'Теперь для входа в личный кабинет, кроме пароля, нужен код из приложения.',
      'Храните запасные коды отдельно от телефона: каждый из них заменит код один раз.',
      'Если это были не вы, смените пароль и напишите в поддержку.',
    ],
  });
}

export function secondFactorOffLetter(name: string, recoveryUrl: string): LetterContent {
  return securityLetter(name, recoveryUrl, {
    subject: 'Вход по коду выключен',
    paragraphs: [
      'Для входа в личный кабинет снова достаточно пароля. Запасные коды больше не действуют.',
      'Если это были не вы, сейчас же смените пароль и включите вход по коду ещё раз.',
    ],
  });
}

export function secondFactorOffByStaffLetter(name: string, supportEmail: string): LetterContent {
  return {
    subject: 'Вход по коду выключен поддержкой',
    name,
    paragraphs: [
      'Сотрудник поддержки выключил вход по коду в вашем личном кабинете. Для входа снова достаточно пароля.',
      `Если вы об этом не просили, сейчас же смените пароль и напишите в поддержку: ${supportEmail}.`,
    ],
  };
}
