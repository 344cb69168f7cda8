import { type ReactNode, useEffect, useRef } from 'react';
import classes from './hint.module.css';

interface HintProps {
  label: string;
  isShown: boolean;
  children: ReactNode;
}

/** Tooltip of an icon-only button. A native popover is never clipped. */
export function Hint({ label, isShown, children }: HintProps) {
  const target = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [around, bubble] = [target.current, hint.current];
    if (!isShown || !around || !bubble) return;
    const show = () => {
      const { right, top, height } = around.getBoundingClientRect();
      bubble.style.left = `${right + 8}px`;
      bubble.style.top = `${top + height / 2}px`;
      bubble.showPopover();
    };
    const hide = () => bubble.hidePopover();
    const stop = new AbortController();
    for (const event of ['mouseenter', 'focusin']) around.addEventListener(event, show, { signal: stop.signal });
    for (const event of ['mouseleave', 'focusout', 'click'])
      around.addEventListener(event, hide, { signal: stop.signal });
    return () => {
      stop.abort();
      hide();
    };
  }, [isShown]);

  return (
    <div ref={target}>
      {children}
      <div ref={hint} popover="manual" aria-hidden className={classes.hint}>
        {label}
      </div>
    </div>
  );
}
