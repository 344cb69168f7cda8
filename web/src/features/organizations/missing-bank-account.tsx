import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { StepList } from '../../ui/lists/step-list.tsx';

/** Topping up and inviting have buttons of their own on every page of an organization; this step has none. */
export function MissingBankAccount({ organization: { id, kind, role, bank } }: { organization: Organization }) {
  if (kind === 'person' || bank || !organizationRoleCan(role, 'organization.edit')) return null;
  const step = {
    title: 'Добавьте банковский счёт',
    text: 'Он понадобится для счетов и возвратов.',
    link: { to: '/organization/$id', params: { id }, search: { tab: 'requisites' } },
  } as const;
  return (
    <nav aria-label="Что дальше">
      <StepList steps={[step]} label="Шаги" />
    </nav>
  );
}
