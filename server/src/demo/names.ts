import type { OrganizationForm } from '@kazna/contract/organizations';

export const firstNames = [
  'Анна',
  'Мария',
  'Ольга',
  'Елена',
  'Дарья',
  'Ирина',
  'Наталья',
  'Светлана',
  'Полина',
  'Вера',
];
export const lastNames = [
  'Орлова',
  'Белова',
  'Громова',
  'Зайцева',
  'Крылова',
  'Лебедева',
  'Морозова',
  'Попова',
  'Рябова',
  'Соколова',
];

/** Made-up businesses with requisites whose check digits hold. */
export const companies: OrganizationForm[] = [
  { kind: 'company', name: 'ООО «Северный ветер»', inn: '7707083893', kpp: '770701001', ogrn: '1027700132195' },
  { kind: 'company', name: 'ООО «Типография на Яузе»', inn: '7701001020', kpp: '770101001', ogrn: '1027700132020' },
  { kind: 'sole_proprietor', name: 'ИП Громова Е. А.', inn: '500100732259', ogrn: '304500116000157' },
  { kind: 'sole_proprietor', name: 'ИП Рябова П. С.', inn: '526317984689', ogrn: '304463210700212' },
];

export const purposes = [
  'Пополнение баланса',
  'Оплата за месяц',
  'Аванс',
  'Расширение тарифа',
  'Оплата по договору',
  null,
];
export const reasons = [
  'insufficient_funds',
  'general_decline',
  '3d_secure_failed',
  'card_expired',
  'issuer_unavailable',
];
