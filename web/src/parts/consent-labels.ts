import type { ConsentKind } from '@kazna/contract/cabinet/info';

export const consentLabels: Record<ConsentKind, string> = {
  offer: 'Оферта',
  'personal-data': 'Обработка персональных данных',
  advertising: 'Реклама',
  'automatic-charges': 'Автоматические списания',
};
