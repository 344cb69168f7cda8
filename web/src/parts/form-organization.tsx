import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { profileQuery } from '../queries/profile.ts';
import { decodeAccessToken } from '../session/access-token.ts';
import { switchOrganization } from '../session/refresh.ts';
import { onIdentityChange, readTokens } from '../session/tokens.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { useAction } from '../ui/forms/use-action.ts';
import classes from './form-organization.module.css';

export interface FormOrganization {
  /** Stands in place of the submit button while the session is in another organization; null otherwise. */
  question: ReactNode;
  /** Called before anything is sent. Throws what the form shows while the session is in another organization. */
  requireSame: () => void;
}

/**
 * A form whose calls name no organization acts for the session's, which any tab may switch while somebody types. The form
 * keeps what was typed and asks for whom it goes on.
 */
export function useFormOrganization(): FormOrganization {
  const current = useSyncExternalStore(onIdentityChange, organizationOfSession);
  const [own, setOwn] = useState(current);
  const { data: profile } = useQuery(profileQuery());
  const back = useAction(async () => {
    await switchOrganization(own);
    back.clearFailure();
  });
  const nameOf = (id: string | undefined) => profile?.memberships.find((one) => one.organizationId === id)?.name;
  const [before, now] = [nameOf(own), nameOf(current)];

  function goOn({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setOwn(current);
    back.clearFailure();
    // The pressed button goes away.
    currentTarget.form?.querySelector<HTMLElement>('select, input, textarea')?.focus();
  }

  const question = current !== own && (
    <FormFailure
      failure={back.failure ?? { message: before && now ? switchedText(before, now) : switched.detail, attempt: 0 }}
    >
      <div className={classes.actions}>
        {before && (
          <Button size="sm" variant="default" aria-busy={back.isPending} onClick={back.run}>
            Вернуться
          </Button>
        )}
        <Button size="sm" variant="default" onClick={goOn}>
          Продолжить
        </Button>
      </div>
    </FormFailure>
  );
  return {
    question: question || null,
    requireSame: () => {
      if (organizationOfSession() !== own) throw switched;
    },
  };
}

const switched = {
  detail: 'Пока вы заполняли форму, организация сменилась. Ничего не отправлено, и написанное осталось.',
};

function switchedText(before: string, now: string): string {
  return `Вы начали от имени ${quoted(before)}, а теперь работаете от имени ${quoted(now)}. Вернитесь к ${quoted(before)} или продолжите от имени ${quoted(now)}.`;
}

/** What the next call will act for. */
function organizationOfSession(): string | undefined {
  return decodeAccessToken(readTokens()?.accessToken ?? '')?.identity.split('/')[1];
}
