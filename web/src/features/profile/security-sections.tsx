import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CheckIcon, WarningIcon } from '../../ui/visitor-icons.tsx';
import { Section } from './section.tsx';

export function PasswordSection({ profile }: { profile: Profile | undefined }) {
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./password-dialog.tsx').then(({ PasswordDialog }) => PasswordDialog),
  );
  return (
    <Section
      id="password"
      explanation="После смены пароля остальные сеансы завершатся."
      fact={profile?.hasPassword === false && 'Пароля нет: вы входите другим способом.'}
      action={<Button onClick={open}>{profile?.hasPassword === false ? 'Задать пароль' : 'Сменить пароль'}</Button>}
    >
      {Dialog && profile && (
        <Dialog email={profile.email} hasPassword={profile.hasPassword} isOpen={isOpen} onClose={onClose} />
      )}
    </Section>
  );
}

export function SecondFactorSection({ profile }: { profile: Profile | undefined }) {
  const enabling = useDialog(() =>
    import('./enable-second-factor-dialog.tsx').then(({ EnableSecondFactorDialog }) => EnableSecondFactorDialog),
  );
  const disabling = useDialog(() =>
    import('./disable-second-factor-dialog.tsx').then(({ DisableSecondFactorDialog }) => DisableSecondFactorDialog),
  );
  const isOn = profile?.hasSecondFactor;
  return (
    <Section
      id="second-factor"
      explanation="Кроме пароля спросим код из приложения на телефоне: с одним паролем не войти."
      fact={<State isOn={isOn} />}
      action={
        <Button disabled={!profile} onClick={isOn ? disabling.open : enabling.open}>
          {isOn ? 'Выключить защиту' : 'Включить защиту'}
        </Button>
      }
    >
      {enabling.Dialog && profile && (
        <enabling.Dialog email={profile.email} isOpen={enabling.isOpen} onClose={enabling.onClose} />
      )}
      {disabling.Dialog && profile && (
        <disabling.Dialog email={profile.email} isOpen={disabling.isOpen} onClose={disabling.onClose} />
      )}
    </Section>
  );
}

function State({ isOn }: { isOn: boolean | undefined }) {
  if (isOn === undefined) return <SkeletonLine width={100} />;
  return isOn ? (
    <StatusMark tone="success" icon={<CheckIcon size={16} />}>
      Включена
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon={<WarningIcon size={16} />}>
      Выключена
    </StatusMark>
  );
}
