import type { Organization } from '@kazna/contract/cabinet/organizations';
import { GroupedNumber, type NumberKind } from '../../ui/grouped-number.tsx';
import { Facts } from '../../ui/lists/facts.tsx';

function numberOf(text: string | null | undefined, kind: NumberKind) {
  return text && <GroupedNumber text={text} kind={kind} />;
}

interface RequisitesFactsProps {
  organization: Organization;
  /** Only identifying fields. */
  isBrief?: boolean;
}

export function RequisitesFacts({ organization, isBrief = false }: RequisitesFactsProps) {
  const { kind, name, inn, kpp, ogrn, address, edo, bank } = organization;
  const brief = [
    ['Название', name],
    ['ИНН', inn],
    ['КПП', kpp],
    [kind === 'company' ? 'ОГРН' : 'ОГРНИП', ogrn],
  ] as const;
  const rest = [
    [kind === 'company' ? 'Юридический адрес' : 'Адрес', address],
    ['Идентификатор ЭДО', edo],
    ['БИК', numberOf(bank?.bik, 'bik')],
    ['Расчётный счёт', numberOf(bank?.account, 'account')],
    ['Корреспондентский счёт', numberOf(bank?.correspondentAccount, 'account')],
  ] as const;
  return <Facts facts={isBrief ? brief : [...brief, ...rest]} />;
}
