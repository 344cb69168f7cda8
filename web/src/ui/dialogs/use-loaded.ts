import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '../feedback/toasts.tsx';

/**
 * What opens over the page, loaded when it is first wanted; then it stays, to close as smoothly as it opened. By hand,
 * since a failed lazy component would take the page down with it. `onFailure` takes the wish back: it can be made again.
 */
export function useLoaded<P>(
  isWanted: boolean,
  load: () => Promise<ComponentType<P>>,
  onFailure: () => void,
): ComponentType<P> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish starts it
  useEffect(() => {
    if (!isWanted || Loaded) return;
    let isTakenBack = false;
    const fail = () => {
      if (isTakenBack) return;
      onFailure();
      showToast({
        kind: 'error',
        message: 'Окно не открылось',
        detail: 'Проверьте связь и повторите. Введённое сохранено.',
      });
    };
    // Chromium never asks again for code that once failed to come: without a network it is not asked for at all.
    if (navigator.onLine) load().then((component) => setLoaded(() => component), fail);
    else fail();
    return () => {
      isTakenBack = true;
    };
  }, [isWanted]);

  return Loaded;
}
