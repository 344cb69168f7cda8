import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../ui/feedback/problem.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import classes from './auth-layout.module.css';

/** Less than the lifetime of a challenge. */
const renewMs = 4 * 60 * 1000;

/**
 * A button, and the browser's list of passkeys under the field of the e-mail. The code that speaks to authenticators
 * comes when it is needed: where a passkey was used before, or once the person touches the form.
 */
export function PasskeySignIn({ onSignedIn }: { onSignedIn?: (() => void) | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ message: string; attempt: number }>();
  const [isPending, setIsPending] = useState(false);
  const isPressed = useRef(false);

  async function signIn(isAutofill: boolean) {
    try {
      const { signInByPasskey } = await import('../../parts/passkeys.ts');
      if (await signInByPasskey({ isAutofill })) onSignedIn?.();
      else if (!isAutofill) void signIn(true);
    } catch (reason) {
      // A list that cannot be shown is nothing that the person has asked for.
      if (isAutofill && asProblem(reason).code !== 'passkey_unknown') return;
      setFailure((last) => ({ message: asProblem(reason).detail, attempt: (last?.attempt ?? 0) + 1 }));
    }
  }

  async function press() {
    if (isPressed.current) return;
    isPressed.current = true;
    setIsPending(true);
    await signIn(false);
    isPressed.current = false;
    setIsPending(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts with the page
  useEffect(() => {
    const form = place.current?.closest('form');
    const stop = new AbortController();
    const offer = async () => {
      stop.abort();
      if (!(await canAutofill()) || !place.current) return;
      void signIn(true);
      timer = setInterval(() => !isPressed.current && void signIn(true), renewMs);
    };
    let timer: ReturnType<typeof setInterval> | undefined;
    if (localStorage.getItem('passkey-used') !== null) void offer();
    else for (const event of ['focusin', 'pointerover']) form?.addEventListener(event, offer, stop);
    return () => {
      stop.abort();
      clearInterval(timer);
      if (timer) void import('../../parts/passkeys.ts').then(({ cancelCeremony }) => cancelCeremony());
    };
  }, []);

  return (
    <div ref={place} className={classes.passkey}>
      <FormFailure failure={failure} />
      <Button variant="default" fullWidth aria-busy={isPending} aria-disabled={isPending} onClick={() => void press()}>
        По ключу доступа
      </Button>
    </div>
  );
}

async function canAutofill(): Promise<boolean> {
  if (typeof PublicKeyCredential !== 'function') return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}
