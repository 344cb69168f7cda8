/** The parts of the page in their order: what the table of contents lists and the addresses point at. */
export const sections = {
  personal: 'Личные данные',
  email: 'E-mail',
  password: 'Пароль',
  sessions: 'Сеансы',
  'second-factor': 'Вход по коду',
  referral: 'Реферальная ссылка',
  data: 'Мои данные',
} as const;

export type SectionId = keyof typeof sections;
