import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import type { LinkProps } from '@tanstack/react-router';
import { type Step, StepList } from '../../ui/lists/step-list.tsx';

export function NextSteps({ organization }: { organization: Organization }) {
  return (
    <nav aria-label="Что дальше">
      <StepList steps={stepsOf(organization)} label="Шаги" />
    </nav>
  );
}

function stepsOf({ id, kind, role, bank }: Organization): Step[] {
  const tab = (name: string): LinkProps => ({ to: '/organization/$id', params: { id }, search: { tab: name } });
  const steps: Step[] = [
    {
      title: 'Пополните баланс',
      text: 'Картой или через СБП. Деньги поступят сразу после оплаты.',
      link: { to: '/payments/create' },
    },
  ];
  if (kind !== 'person' && !bank && organizationRoleCan(role, 'organization.edit')) {
    steps.unshift({
      title: 'Добавьте банковский счёт',
      text: 'Он понадобится для счетов и возвратов.',
      link: tab('requisites'),
    });
  }
  if (organizationRoleCan(role, 'members.manage')) {
    steps.push({
      title: 'Пригласите коллег',
      text: 'Каждый войдёт под своим адресом и со своей ролью.',
      link: tab('invitations'),
    });
  }
  return steps;
}
