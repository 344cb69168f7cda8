import type { Organization } from '@kazna/contract/organizations';
import { organizationRoleCan } from '@kazna/contract/permissions';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronIcon } from '../../ui/icons.tsx';
import classes from './overview-tab.module.css';

interface Step {
  title: string;
  text: string;
  link: LinkProps;
}

export function NextSteps({ organization }: { organization: Organization }) {
  return (
    <nav aria-label="Что дальше">
      <ul className={classes.steps}>
        {stepsOf(organization).map(({ title, text, link }) => (
          <li key={title}>
            <Link {...link} className={classes.step}>
              <span className={classes.words}>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <ChevronIcon />
            </Link>
          </li>
        ))}
      </ul>
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
