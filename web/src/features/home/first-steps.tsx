import type { Profile } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { activeMembership } from '../../queries/profile.ts';
import { BuildingIcon, DocumentIcon, PeopleIcon, PersonIcon } from '../../ui/icons.tsx';
import { type Step, StepList } from '../../ui/lists/step-list.tsx';
import classes from './start-page.module.css';

/** Shown until the person has a company and a payment. */
export function FirstSteps({ profile, hasPayments }: { profile: Profile; hasPayments: boolean }) {
  const hasCompany = profile.memberships.some(({ kind }) => kind !== 'person');
  if (hasCompany && hasPayments) return null;
  return (
    <>
      <h2 className={classes.heading}>С чего начать</h2>
      <StepList steps={stepsFor(profile, hasCompany)} label="С чего начать" />
    </>
  );
}

function stepsFor(profile: Profile, hasCompany: boolean): Step[] {
  const active = activeMembership(profile);
  const steps: (Step | false | undefined)[] = [
    !hasCompany && {
      title: 'Создайте организацию',
      text: 'Для ИП или компании: с реквизитами, коллегами и общим балансом.',
      icon: <BuildingIcon size={24} />,
      link: { to: '.', state: { isCreatingOrganization: true }, resetScroll: false },
    },
    active &&
      active.kind !== 'person' &&
      organizationRoleCan(active.role, 'members.manage') && {
        title: 'Пригласите коллег',
        text: 'Каждый войдёт под своим адресом и со своей ролью.',
        icon: <PeopleIcon size={24} />,
        link: { to: '/organization/$id', params: { id: active.organizationId }, search: { tab: 'invitations' } },
      },
    {
      title: 'Проверьте профиль',
      text: 'Имя и адрес, по которым вас узнают коллеги.',
      icon: <PersonIcon size={24} />,
      link: { to: '/profile' },
    },
    {
      title: 'Прочитайте условия',
      text: 'Оферта, политика обработки данных и контакты.',
      icon: <DocumentIcon size={24} />,
      link: { to: '/info' },
    },
  ];
  return steps.filter((step) => typeof step === 'object');
}
