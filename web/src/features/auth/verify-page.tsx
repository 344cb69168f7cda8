import { verifyEmail } from '@kazna/contract/cabinet/accounts';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { ProblemCode } from '@kazna/contract/shared/problems';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import { ownPath } from '../../session/guards.ts';
import { isAuthorized, writeTokens } from '../../session/tokens.ts';
import { readVerifiers, removeVerifiers } from '../../session/verifiers.ts';
import { DoneDrawing, EnvelopeDrawing } from '../../ui/drawings.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AuthText } from './auth-layout.tsx';
import { ConfirmEmailChange, ConfirmRegistration } from './confirm-by-password.tsx';
import { AddressForm } from './recovery-page.tsx';
import { resendLetter } from './resend-letter.ts';

export function VerifyPage({ token }: { token: string }) {
  if (token === '') return <MissingToken />;
  return (
    <QueryClientProvider client={queryClient}>
      <Verification token={token} />
    </QueryClientProvider>
  );
}

interface Confirmed {
  email: string;
  /** Of the account that was just made. */
  tokens?: TokenPair | undefined;
  returnTo?: string | undefined;
}

/** The link does not name the address, so every stored verifier of this browser is tried. */
async function verify(token: string): Promise<Confirmed> {
  const stored = readVerifiers();
  // A session of somebody else stays.
  const session = isAuthorized() ? undefined : '1';
  let lack: unknown;
  for (const { verifier, returnTo } of stored.length > 0 ? stored : [{ verifier: undefined }]) {
    try {
      return { ...(await call(verifyEmail, { query: { token, verifier, session } })), returnTo };
    } catch (reason) {
      if (!isPasswordWanted(asProblem(reason).code)) throw reason;
      lack = reason;
    }
  }
  throw lack;
}

function isPasswordWanted(code: ProblemCode): boolean {
  return code === 'password_required' || code === 'current_password_required';
}

/** The token is single-use, so every automatic retry and refetch is off. */
function verificationQuery(token: string) {
  return {
    queryKey: keys.verification(token),
    queryFn: () => verify(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  };
}

function MissingToken() {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    showToast({ kind: 'error', message: 'Отсутствует код верификации', detail: 'Откройте ссылку из письма целиком.' });
    void navigate({ to: '/auth', replace: true });
  }, [navigate]);
  return <AuthText title="Подтверждение адреса" />;
}

function Verification({ token }: { token: string }) {
  const navigate = useNavigate();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  // Signing in empties the cache: once confirmed, the query must not begin anew.
  const { data: atOnce, error, refetch } = useQuery({ ...verificationQuery(token), enabled: !confirmed });
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (atOnce) setConfirmed(atOnce);
  }, [atOnce]);
  useEffect(() => {
    if (!confirmed) return;
    removeVerifiers(confirmed.email);
    if (!confirmed.tokens) return;
    writeTokens(confirmed.tokens);
    showToast({ kind: 'success', message: 'Адрес подтверждён' });
    void navigate({ href: ownPath(confirmed.returnTo), replace: true });
  }, [confirmed, navigate]);
  const data = confirmed ?? atOnce;
  if (data) {
    return (
      <>
        <AuthText title="Адрес подтверждён" drawing={<DoneDrawing />} isOutcome>
          <p>
            <strong>{data.email}</strong> подтверждён. {data.tokens ? 'Открываем кабинет…' : 'Теперь можно войти.'}
          </p>
        </AuthText>
        {!data.tokens && (
          <LinkButton
            to="/auth"
            search={{ mode: 'signin' }}
            hash={new URLSearchParams({ email: data.email }).toString()}
            variant="filled"
            fullWidth
          >
            Войти
          </LinkButton>
        )}
      </>
    );
  }
  if (!error) {
    return (
      <AuthText title="Подтверждение адреса" drawing={<EnvelopeDrawing />}>
        <p role="status">Проверяем ссылку…</p>
      </AuthText>
    );
  }
  const problem = asProblem(error);
  if (isPasswordWanted(problem.code) && !isOver) {
    const props = { token, onConfirmed: setConfirmed, onOver: () => setIsOver(true) };
    return problem.code === 'password_required' ? (
      <ConfirmRegistration {...props} />
    ) : (
      <ConfirmEmailChange {...props} />
    );
  }
  if (!isOver && problem.code !== 'token_invalid' && problem.code !== 'validation_failed') {
    return (
      <>
        <AuthText title="Подтверждение адреса" />
        <QueryFailure what="Адрес пока не подтверждён" error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (isAuthorized())
    return (
      <>
        <AuthText title="Ссылка не действует" drawing={<EnvelopeDrawing />} isOutcome>
          <p>Она устарела или уже использована. Вы вошли в кабинет, подтверждать ничего не нужно.</p>
        </AuthText>
        <LinkButton to="/" variant="filled" fullWidth>
          Открыть кабинет
        </LinkButton>
      </>
    );
  return (
    <AddressForm
      send={resendLetter}
      button="Отправить письмо"
      answer="Если этот адрес ждёт подтверждения, мы отправили на него новую ссылку. Она действует сутки."
    >
      <AuthText title="Ссылка не действует" drawing={<EnvelopeDrawing />} isOutcome>
        <p>
          Она устарела или уже использована. Если адрес подтверждён, просто войдите. Если нет, запросите новое письмо.
        </p>
      </AuthText>
    </AddressForm>
  );
}
