/** Sections of the profile page in order; the keys are URL anchors. */
export const sections = {
  personal: 'Личные данные',
  email: 'E-mail',
  password: 'Пароль',
  sessions: 'Сеансы',
  'second-factor': 'Двухфакторная защита',
  referral: 'Реферальная ссылка',
  data: 'Мои данные',
} as const;

export type SectionId = keyof typeof sections;
