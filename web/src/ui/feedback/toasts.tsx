import { useEffect, useState, useSyncExternalStore } from 'react';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../visitor-icons.tsx';
import classes from './toasts.module.css';

interface Toast {
  kind: 'error' | 'success' | 'info';
  message: string;
  detail?: string;
}

interface ShownToast extends Toast {
  id: number;
}

const maxToasts = 4;
const toastDurationMs = { error: 10_000, success: 6_000, info: 6_000 };
const politenessLevels = ['polite', 'assertive'] as const;
const icons = { error: WarningIcon, success: CheckIcon, info: InfoIcon };

let lastId = 0;
let shown: readonly ShownToast[] = [];
const listeners = new Set<() => void>();

function replaceShown(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showToast(toast: Toast) {
  lastId += 1;
  replaceShown([...shown, { ...toast, id: lastId }].slice(-maxToasts));
}

function hideToast(id: number) {
  replaceShown(shown.filter((toast) => toast.id !== id));
}

function ToastCard({ id, kind, message, detail }: ShownToast) {
  const [isPaused, setIsPaused] = useState(false);
  const Icon = icons[kind];

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => hideToast(id), toastDurationMs[kind]);
    return () => clearTimeout(timer);
  }, [id, kind, isPaused]);

  return (
    // Hover and focus only pause the hide timer; the card itself is not interactive.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className={classes.icon}>
        <Icon />
      </span>
      <div className={classes.text}>
        <p className={classes.message}>{message}</p>
        {detail && <p className={classes.detail}>{detail}</p>}
      </div>
      <button type="button" className={classes.close} aria-label="Закрыть уведомление" onClick={() => hideToast(id)}>
        <CloseIcon size={18} />
      </button>
    </div>
  );
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <section className={classes.stack} aria-label="Уведомления">
      {/* Live regions are mounted empty: screen readers often skip a region added together with its text. */}
      {politenessLevels.map((politeness) => (
        <div key={politeness} aria-live={politeness}>
          {toasts
            .filter(({ kind }) => (kind === 'error') === (politeness === 'assertive'))
            .map((toast) => (
              <ToastCard key={toast.id} {...toast} />
            ))}
        </div>
      ))}
    </section>
  );
}
