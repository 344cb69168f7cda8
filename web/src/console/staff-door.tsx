import type { Profile } from '@kazna/contract/cabinet/profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeForm, PasskeyConfirmation } from '../parts/identity-dialog.tsx';
import { profileQuery } from '../queries/profile.ts';
import { LinkButton } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';
import classes from './staff-door.module.css';

/** Leads staff through the second factor where the installation asks for one; the server refuses everything until then. */
export function StaffDoor({ children }: { children: ReactNode }) {
  const { data: profile } = useQuery(profileQuery());
  if (!profile?.needsSecondFactor) return children;
  return (
    <Page title="Администрирование" explanation="Сотрудники подтверждают вход вторым фактором.">
      <section className={classes.door}>
        {profile.hasPasskey || profile.hasSecondFactor ? <Proof profile={profile} /> : <Setup />}
      </section>
    </Page>
  );
}

function Proof({ profile: { hasPasskey, hasSecondFactor } }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const open = () => void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
  return (
    <>
      <h2 className={classes.title}>Подтвердите, что это вы</h2>
      <p className={classes.text}>В этом браузере вы вошли одним паролем. Подтверждение нужно один раз за сеанс.</p>
      {hasPasskey && <PasskeyConfirmation onConfirmed={open} hasOtherWay={hasSecondFactor} />}
      {hasSecondFactor && <CodeForm onConfirmed={open} onCancel={() => void navigate({ to: '/' })} />}
    </>
  );
}

function Setup() {
  return (
    <>
      <h2 className={classes.title}>Включите второй фактор</h2>
      <p className={classes.text}>
        Раздел открывает деньги и данные клиентов, поэтому одного пароля мало. Выберите ключ доступа или код из
        приложения. После этого вернитесь сюда: раздел откроется.
      </p>
      <div className={classes.actions}>
        <LinkButton to="/profile" hash="passkeys">
          Ключ доступа
        </LinkButton>
        <LinkButton to="/profile" hash="second-factor">
          Код из приложения
        </LinkButton>
      </div>
    </>
  );
}
