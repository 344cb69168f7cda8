import { useRef, useState } from 'react';
import { asProblem } from '../feedback/problem.ts';

/** Runs one action at a time; a rejection with the server's problem becomes the failure to show. */
export function useAction<Args extends unknown[] = []>(action: (...args: Args) => Promise<unknown>) {
  const [failure, setFailure] = useState<{ message: string; attempt: number }>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);

  async function run(...args: Args) {
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    try {
      await action(...args);
    } catch (reason) {
      setFailure((last) => ({ message: asProblem(reason).detail, attempt: (last?.attempt ?? 0) + 1 }));
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return { failure, isPending, run: (...args: Args) => void run(...args), clearFailure: () => setFailure(undefined) };
}
