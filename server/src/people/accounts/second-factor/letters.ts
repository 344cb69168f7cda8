import type { LetterContent } from '../../../platform/mail/letter.ts';
import { securityLetter } from '../security-letter.ts';

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
      'Сотрудник поддержки выключил двухфакторную защиту в вашем личном кабинете. Для входа снова достаточно пароля.',
      `Если вы об этом не просили, сейчас же смените пароль и напишите в поддержку: ${supportEmail}.`,
    ],
  };
}
