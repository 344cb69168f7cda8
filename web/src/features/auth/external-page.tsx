import { finishExternalLink, finishExternalSignIn } from '@kazna/contract/cabinet/external-sign-in';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { ProblemBody } from '@kazna/contract/shared/problems';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { readDeviceTokens, storeDeviceToken } from '../../session/devices.ts';
import { placeAfterSignIn } from '../../session/guards.ts';
import { isAuthorized, removeTokens, writeTokens } from '../../session/tokens.ts';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { focusOnMount, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { AuthText } from './auth-layout.tsx';
import { ExternalRegistration } from './external-registration.tsx';
import { endTrip, readTrip } from './external-trip.ts';

type Found = Answer<typeof finishExternalSignIn>;

function finish(code?: string): Promise<Found> {
  const headers = { 'x-device-tokens': readDeviceTokens().join(',') };
  return call(finishExternalSignIn, { headers, body: code ? { code } : {} });
}

/** Where every visit to a provider ends. The cookie of this browser says which one it was. */
export function ExternalPage() {
  const navigate = useNavigate();
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<ProblemBody>();
  const isAsked = useRef(false);

  function enter({ deviceToken, accessToken, refreshToken }: TokenPair & { deviceToken: string }) {
    storeDeviceToken(deviceToken);
    const { returnTo } = readTrip();
    endTrip();
    writeTokens({ accessToken, refreshToken });
    void navigate(placeAfterSignIn(returnTo));
  }

  async function link() {
    const { name } = await call(finishExternalLink);
    showToast({ kind: 'success', message: `Теперь можно входить через ${name}` });
    await navigate({ to: '/profile', hash: 'external', replace: true });
  }

  async function take(answer: Found) {
    if (answer.step === 'signedIn') enter(answer);
    else if (answer.step === 'link') await link();
    else setFound(answer);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    finish()
      .then(take)
      .catch((reason) => {
        const failed = asProblem(reason);
        // The session that asked for a link is over.
        if (failed.status === 401) removeTokens();
        setProblem(failed);
      });
  }, []);

  if (problem?.code === 'totp_required') return <CodeForm onEntered={(answer) => void take(answer)} />;
  if (problem) return <Refusal problem={problem} />;
  if (found?.step === 'register') return <ExternalRegistration person={found} onEntered={enter} />;
  if (found?.step === 'taken') return <Taken {...found} />;
  return (
    <AuthText title="Вход в кабинет">
      <p role="status">Завершаем вход…</p>
    </AuthText>
  );
}

/** A provider is the first factor alone. */
function CodeForm({ onEntered }: { onEntered: (answer: Found) => void }) {
  const { form, text, failure, isPending } = useContractForm(z.object({ code: z.string() }), { code: '' });
  const onSubmit = form(async ({ code }) => onEntered(await finish(code)));
  return (
    <form {...onSubmit}>
      <AuthText title="Введите код">
        <p>У аккаунта включена двухфакторная защита.</p>
      </AuthText>
      <TextField
        label="Код"
        description="Из приложения для входа или запасной"
        {...text('code')}
        ref={focusOnMount}
        required
        withAsterisk={false}
        autoComplete="one-time-code"
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Войти</SubmitButton>
    </form>
  );
}

function Taken({ email, providerName }: { email: string; providerName: string }) {
  return (
    <>
      <AuthText title="Аккаунт уже есть" drawing={<EnvelopeDrawing />} isOutcome>
        <p>
          Аккаунт с адресом <strong>{email}</strong> уже есть, но {providerName} к нему не привязан.
        </p>
        <p>Войдите в него как обычно и привяжите {providerName} в профиле. Забытый пароль можно восстановить.</p>
      </AuthText>
      <LinkButton
        to="/auth"
        search={{ mode: 'signin' }}
        hash={new URLSearchParams({ email }).toString()}
        variant="filled"
        fullWidth
      >
        Войти
      </LinkButton>
    </>
  );
}

function Refusal({ problem: { title, detail } }: { problem: ProblemBody }) {
  return (
    <>
      <AuthText title={title} isOutcome>
        <p role="alert">{detail}</p>
      </AuthText>
      {isAuthorized() ? (
        <LinkButton to="/profile" variant="filled" fullWidth>
          Открыть профиль
        </LinkButton>
      ) : (
        <LinkButton to="/auth" search={{ mode: 'signin' }} variant="filled" fullWidth>
          Вернуться ко входу
        </LinkButton>
      )}
    </>
  );
}
