import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '../feedback/toasts.tsx';

export interface OpenProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A lazily loaded dialog opened by a button. */
export function useDialog<P extends OpenProps>(load: () => Promise<ComponentType<P>>) {
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => setIsOpen(false);
  return { Dialog: useLoaded(isOpen, load, onClose), isOpen, onClose, open: () => setIsOpen(true) };
}

/**
 * Loads a component when it is first needed and keeps it mounted for the closing animation. Not React.lazy: a failed
 * load would take the page down. `onFailure` resets the opener, so that a retry is possible.
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
    // Chromium caches a failed dynamic import, so offline it is not even tried.
    if (navigator.onLine) load().then((component) => setLoaded(() => component), fail);
    else fail();
    return () => {
      isTakenBack = true;
    };
  }, [isWanted]);

  return Loaded;
}

/** Visible dialogs, topmost last. Closed popups have the same role, hence the visibility check. */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter((one) => one.checkVisibility());
}
