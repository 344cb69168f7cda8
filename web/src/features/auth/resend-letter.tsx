import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './resend-letter.module.css';

const pauseSeconds = 60;

function useCountdown(isRunningAtFirst: boolean) {
  const [endsAt, setEndsAt] = useState(() => (isRunningAtFirst ? Date.now() + pauseSeconds * 1000 : 0));
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);

  function restart() {
    setNow(Date.now());
    setEndsAt(Date.now() + pauseSeconds * 1000);
  }
  return { secondsLeft, restart };
}

interface ResendLetterProps {
  send: () => Promise<unknown>;
  /** Whether a letter has just gone, so that the first repeat has to wait. */
  hasJustSent: boolean;
  children: string;
}

export function ResendLetter({ send, hasJustSent, children }: ResendLetterProps) {
  const { secondsLeft, restart } = useCountdown(hasJustSent);
  const [isPending, setIsPending] = useState(false);
  const [hasResent, setHasResent] = useState(false);

  async function resend() {
    if (isPending || secondsLeft > 0) return;
    setIsPending(true);
    try {
      await send();
      setHasResent(true);
      restart();
    } catch (reason) {
      showToast({ kind: 'error', message: 'Письмо не отправлено', detail: asProblem(reason).detail });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <div className={classes.resend}>
      <Button variant="light" aria-disabled={isPending || secondsLeft > 0} className={classes.button} onClick={resend}>
        {children}
      </Button>
      <span className={classes.wait} aria-hidden="true">
        {secondsLeft > 0 && `${hasResent ? 'Письмо отправлено. ' : ''}Ещё раз можно через ${secondsLeft} с`}
      </span>
      <output className={classes.announcement}>
        {secondsLeft > 0
          ? `${hasResent ? 'Письмо отправлено. ' : ''}Отправить ещё раз можно через минуту`
          : 'Письмо можно отправить ещё раз'}
      </output>
    </div>
  );
}
