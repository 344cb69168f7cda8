import type { Organization } from '@kazna/contract/cabinet/organizations';
import { GroupedNumber } from '../../ui/grouped-number.tsx';
import { Facts } from '../../ui/lists/facts.tsx';

function accountOf(text: string | null | undefined) {
  return text && <GroupedNumber text={text} />;
}

interface RequisitesFactsProps {
  organization: Organization;
  /** Only identifying fields. */
  isBrief?: boolean;
}

export function RequisitesFacts({ organization, isBrief = false }: RequisitesFactsProps) {
  const { kind, name, inn, kpp, ogrn, address, edo, bank } = organization;
  // Documents need both; a person's own account has none.
  const missing = kind !== 'person' && 'Не указан';
  const brief = [
    ['Название', name],
    ['ИНН', inn],
    ['КПП', kpp],
    [kind === 'company' ? 'ОГРН' : 'ОГРНИП', ogrn],
  ] as const;
  const rest = [
    [kind === 'company' ? 'Юридический адрес' : 'Адрес', address ?? missing],
    ['Идентификатор ЭДО', edo],
    ['Банковский счёт', !bank && missing],
    ['БИК', bank?.bik],
    ['Расчётный счёт', accountOf(bank?.account)],
    ['Корреспондентский счёт', accountOf(bank?.correspondentAccount)],
  ] as const;
  return <Facts facts={isBrief ? brief : [...brief, ...rest]} />;
}
