import type { LetterContent } from '../../mail/letter.ts';

export function secondFactorOnLetter(name: string, recoveryUrl: string): LetterContent {
  return {
    subject: 'Вход по коду включён',
    greeting: `Здравствуйте, ${name}.`,
    paragraphs: [
      'Теперь для входа в личный кабинет, кроме пароля, нужен код из приложения.',
      'Храните запасные коды отдельно от телефона: каждый из них заменит код один раз.',
      'Если это были не вы, смените пароль и напишите в поддержку.',
    ],
    action: { label: 'Сменить пароль', url: recoveryUrl },
  };
}

export function secondFactorOffLetter(name: string, recoveryUrl: string): LetterContent {
  return {
    subject: 'Вход по коду выключен',
    greeting: `Здравствуйте, ${name}.`,
    paragraphs: [
      'Для входа в личный кабинет снова достаточно пароля. Запасные коды больше не действуют.',
      'Если это были не вы, сейчас же смените пароль и включите вход по коду ещё раз.',
    ],
    action: { label: 'Сменить пароль', url: recoveryUrl },
  };
}
