import type { Membership } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
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
        <Picture />
        <div>
          <h2>Здесь появится движение денег</h2>
          <p>
            После первого пополнения страница покажет, сколько поступило и списано по дням, кто и как платил и на
            сколько хватит баланса.
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
      title: 'Посмотрите платежи',
      text: 'Там появится каждое пополнение: с фильтрами и выгрузкой.',
      icon: <WalletIcon size={24} />,
      link: { to: '/payments' },
    },
  ];
  return steps.filter((step) => typeof step === 'object');
}

function Picture() {
  return (
    <svg aria-hidden="true" width="200" height="120" viewBox="0 0 200 120" fill="none">
      <path d="M8 16h184M8 50h184M8 84h184" className={classes.grid} />
      {[34, 52, 26, 64, 48, 80, 70].map((tall, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
          key={index}
          x={16 + index * 26}
          y={112 - tall}
          width="14"
          height={tall}
          rx="3"
          className={classes.bar}
          data-last={index === 6 || undefined}
        />
      ))}
      <path d="M8 112h184" className={classes.base} />
    </svg>
  );
}
