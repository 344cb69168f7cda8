import type { Membership } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { CoinDrawing } from '../../ui/cabinet-drawings.tsx';
import { BuildingIcon, PeopleIcon, WalletIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { type Step, StepList } from '../../ui/lists/step-list.tsx';
import classes from './first-time.module.css';

/** Replaces a page of zeros. */
export function FirstTime({ membership }: { membership: Membership }) {
  const canTopUp = organizationRoleCan(membership.role, 'payments.create');
  const steps = stepsFor(membership);
  return (
    <>
      <section className={classes.invitation}>
        <CoinDrawing />
        <div>
          <h2>Здесь будет видно, на что ушли деньги</h2>
          <p>
            После первого пополнения страница покажет траты по услугам и дням, прогноз до конца месяца и на сколько
            хватит баланса.
          </p>
          {canTopUp && <LinkButton to="/payments/create">Пополнить</LinkButton>}
        </div>
      </section>
      {steps.length > 0 && <StepList steps={steps} label="Что ещё можно сделать" />}
    </>
  );
}

function stepsFor({ organizationId, kind, role }: Membership): Step[] {
  const tab = (name: string): Step['link'] => ({
    to: '/organization/$id',
    params: { id: organizationId },
    search: { tab: name },
  });
  const steps: (Step | false)[] = [
    organizationRoleCan(role, 'members.manage') && {
      title: 'Пригласите коллег',
      text: 'Бухгалтер увидит платежи и выгрузку, участник сможет пополнять баланс.',
      icon: <PeopleIcon size={24} />,
      link: tab('invitations'),
    },
    kind !== 'person' &&
      organizationRoleCan(role, 'organization.edit') && {
        title: 'Проверьте реквизиты',
        text: 'Они попадут в документы и понадобятся для возвратов.',
        icon: <BuildingIcon size={24} />,
        link: tab('requisites'),
      },
    {
      title: 'Посмотрите операции',
      text: 'Там появится каждое пополнение и списание: с фильтрами и выгрузкой.',
      icon: <WalletIcon size={24} />,
      link: { to: '/operations' },
    },
  ];
  return steps.filter((step) => typeof step === 'object');
}
