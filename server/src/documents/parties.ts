import type { Business } from '@kazna/contract/admin/business';

export interface Buyer {
  name: string;
  inn: string;
  kpp: string | null;
  address: string | null;
}

export type Seller = Pick<
  Business,
  'kind' | 'name' | 'inn' | 'kpp' | 'ogrn' | 'address' | 'phone' | 'director' | 'accountantName'
> & {
  /** Of a sole proprietor. */
  registeredOn?: string;
};

export function sellerOf(business: Business): Seller {
  const { kind, name, inn, kpp, ogrn, address, phone, director, accountantName } = business;
  const registeredOn = business.kind === 'sole_proprietor' ? business.registeredOn : undefined;
  const registered = registeredOn ? { registeredOn } : {};
  return { kind, name, inn, kpp, ogrn, address, phone, director, accountantName, ...registered };
}

/** «ООО «Ромашка», ИНН 7736050003, КПП 773601001, 117312, г. Москва, ул. Вавилова, д. 19». */
export function describeParty(party: Buyer & { phone?: string | null }): string {
  const { name, inn, kpp, address, phone } = party;
  // A code or a phone stays on the line of its label.
  const whole = (text: string) => text.replaceAll(' ', '\u00a0');
  const parts = [name, whole(`ИНН ${inn}`), kpp && whole(`КПП ${kpp}`), address, phone && whole(`тел. ${phone}`)];
  return parts.filter(Boolean).join(', ');
}
