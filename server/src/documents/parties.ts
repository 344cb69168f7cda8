import type { Business } from '@kazna/contract/admin/business';

export interface Buyer {
  name: string;
  inn: string;
  kpp: string | null;
  address: string | null;
}

/** What documents copy of the business. */
export type Seller = Pick<
  Business,
  'kind' | 'name' | 'inn' | 'kpp' | 'ogrn' | 'address' | 'phone' | 'director' | 'accountantName'
>;

export function sellerOf(business: Business): Seller {
  const { kind, name, inn, kpp, ogrn, address, phone, director, accountantName } = business;
  return { kind, name, inn, kpp, ogrn, address, phone, director, accountantName };
}

/** «ООО «Ромашка», ИНН 7736050003, КПП 773601001, 117312, г. Москва, ул. Вавилова, д. 19». */
export function describeParty(party: Buyer & { phone?: string | null }): string {
  const { name, inn, kpp, address, phone } = party;
  const parts = [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел. ${phone}`];
  return parts.filter(Boolean).join(', ');
}
