import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { type ReactNode, useState } from 'react';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { useSecondsUntil } from '../ui/use-seconds-until.ts';
import classes from './resend-letter.module.css';

const resendIntervalMs = 60_000;

interface ResendLetterProps {
  send: () => Promise<unknown>;
  /** Whether an e-mail was just sent, so that resending starts with the pause. */
  hasJustSent: boolean;
  children: string;
  beside?: ReactNode;
}

export function ResendLetter({ send, hasJustSent, children, beside }: ResendLetterProps) {
  const [mayResendAt, setMayResendAt] = useState(() => (hasJustSent ? Date.now() + resendIntervalMs : 0));
  const secondsLeft = useSecondsUntil(mayResendAt);
  const [isPending, setIsPending] = useState(false);
  const [hasResent, setHasResent] = useState(false);

  async function resend() {
    if (isPending || secondsLeft > 0) return;
    setIsPending(true);
    try {
      await send();
      setHasResent(true);
      setMayResendAt(Date.now() + resendIntervalMs);
    } catch (reason) {
      showToast({ kind: 'error', message: 'Письмо не отправлено', detail: asProblem(reason).detail });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <div className={classes.resend}>
      <div className={classes.buttons}>
        <Button aria-disabled={isPending || secondsLeft > 0} className={classes.button} onClick={resend}>
          {children}
        </Button>
        {beside}
      </div>
      <span className={classes.wait} aria-hidden="true">
        {secondsLeft > 0 && `${hasResent ? 'Письмо отправлено. ' : ''}Ещё раз можно через ${secondsLeft}\u00a0с`}
      </span>
      <output className={classes.announcement}>
        {secondsLeft > 0
          ? `${hasResent ? 'Письмо отправлено. ' : ''}Отправить ещё раз можно через минуту`
          : 'Письмо можно отправить ещё раз'}
      </output>
    </div>
  );
}
