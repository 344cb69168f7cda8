import type { Signer } from '@kazna/contract/admin/business';
import { dayInDigits } from '../calendar.ts';
import type { Buyer, Seller } from '../parties-store.ts';
import { type Element, element } from './xml.ts';

interface PersonName {
  surname: string;
  firstName: string;
  patronymic?: string | undefined;
}

/** Of «ИП Иванова Мария Петровна»; null where it has no first name. */
export function nameOfProprietor(name: string): PersonName | null {
  const [surname, firstName, ...rest] = name
    .replace(/^(?:ИП|Индивидуальный предприниматель)(?=\s)/i, '')
    .replaceAll('.', '. ')
    .split(/\s+/)
    .filter(Boolean);
  if (!surname || !firstName) return null;
  return { surname, firstName, patronymic: rest.join(' ') || undefined };
}

/** Organizations have an ИНН of ten digits. */
export const isProprietor = ({ inn }: { inn: string }): boolean => inn.length === 12;

function personName({ surname, firstName, patronymic }: PersonName): Element {
  return element('ФИО', { Фамилия: surname, Имя: firstName, Отчество: patronymic });
}

/** Lines 2 to 2б and 6 to 6б of an invoice. The address is said in one text, as requisites have it. */
export function partyElement(name: 'СвПрод' | 'СвПокуп', party: Buyer | Seller): Element {
  const { address } = party;
  return element(name, {}, [
    element('ИдСв', {}, [identityOf(party)]),
    address ? element('Адрес', {}, [addressOf(address)]) : undefined,
  ]);
}

function identityOf(party: Buyer | Seller): Element {
  const { name, inn, kpp } = party;
  const person = isProprietor(party) ? nameOfProprietor(name) : null;
  if (!person) return element('СвЮЛУч', { НаимОрг: name, ИННЮЛ: inn, КПП: kpp ?? undefined });
  const registration = 'ogrn' in party ? registrationOf(party) : {};
  return element('СвИП', { ИННФЛ: inn, ...registration }, [personName(person)]);
}

const registrationOf = ({ ogrn, registeredOn }: Seller) => ({
  ОГРНИП: ogrn,
  ДатаОГРНИП: registeredOn && dayInDigits(registeredOn),
});

const addressOf = (address: string) =>
  element('АдрИнф', { КодСтр: '643', НаимСтран: 'Российская Федерация', АдрТекст: address });

/** 1 by the signature itself, 3 by an electronic power of attorney that is named here, 5 by one on paper. */
const powerCodes = { signature: '1', electronic: '3', paper: '5' } as const;

export function signerElement(signer: Signer): Element {
  const { title, powers } = signer;
  return element('Подписант', { Должн: title, СпосПодтПолном: powerCodes[powers.kind] }, [
    personName(signer),
    powers.kind === 'electronic' &&
      element('СвДоверЭл', {
        НомДовер: powers.number,
        ДатаВыдДовер: dayInDigits(powers.day),
        ИдСистХран: powers.system,
      }),
    powers.kind === 'paper' &&
      element('СвДоверБум', { ДатаВыдДовер: dayInDigits(powers.day), ВнНомДовер: powers.number }),
  ]);
}
