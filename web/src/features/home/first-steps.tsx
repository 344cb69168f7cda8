import { dismissFirstSteps, type FirstStep, getFirstSteps } from '@kazna/contract/cabinet/first-steps';
import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import { activeMembership } from '../../queries/profile.ts';
import { Checklist, type ChecklistStep } from '../../ui/lists/checklist.tsx';

interface TickedStep {
  step: FirstStep;
  isDone: boolean;
}

export function firstStepsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.firstSteps(organizationId),
    queryFn: async () => (await call(getFirstSteps)).items,
    enabled: organizationId !== undefined,
  });
}

/** What a newcomer does next; gone when all is done, or for good when they take it away. */
export function FirstSteps({ profile, steps }: { profile: Profile; steps: readonly TickedStep[] }) {
  const active = activeMembership(profile);
  if (!active || steps.length === 0) return null;
  const dismiss = async () => {
    await call(dismissFirstSteps);
    queryClient.setQueryData(firstStepsQuery(active.organizationId).queryKey, []);
  };
  const hasCompany = profile.memberships.some(({ kind }) => kind !== 'person');
  return (
    <Checklist
      title="С чего начать"
      steps={steps.map(({ step, isDone }) => ({ ...textsOf(step, active), isDone }))}
      aside={hasCompany ? undefined : ownCompany}
      onDismiss={dismiss}
    />
  );
}

/** No step: a person who pays for themselves needs none. */
const ownCompany = {
  title: 'Создайте организацию',
  text: 'Если платит ИП или компания: с реквизитами, коллегами и документами.',
  link: { to: '.', state: { isCreatingOrganization: true }, resetScroll: false },
} as const;

function textsOf(step: FirstStep, { organizationId: id, kind }: Membership): Omit<ChecklistStep, 'isDone'> {
  const inOrganization = (tab: string) => ({ to: '/organization/$id', params: { id }, search: { tab } }) as const;
  switch (step) {
    case 'requisites':
      return {
        title: 'Заполните реквизиты',
        text: 'Адрес и счёт в банке: без них не составить документы.',
        link: inOrganization('requisites'),
      };
    case 'top-up':
      return {
        title: 'Пополните баланс',
        text: `${kind === 'person' ? 'Картой или через СБП' : 'Картой, через СБП или по счёту'}. С баланса списываются услуги.`,
        link: { to: '/payments/create' },
      };
    case 'colleague':
      return {
        title: 'Пригласите коллегу',
        text: 'Каждый входит под своим адресом и со своей ролью, например бухгалтера.',
        link: inOrganization('invitations'),
      };
    case 'service':
      return {
        title: 'Подключите услугу',
        text: 'Цена и что спишется сейчас видны до согласия.',
        link: { to: '/services' },
      };
    case 'protection':
      return {
        title: 'Защитите вход',
        text: 'Ключом доступа или кодом из приложения: одного пароля будет мало.',
        link: { to: '/profile', hash: 'passkeys' },
      };
  }
}
