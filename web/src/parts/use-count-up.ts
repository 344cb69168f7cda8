import { useEffect, useRef, useState } from 'react';

const durationMs = 700;

/** Counts up to an amount that has grown while it was on the screen; jumps to any other, and where motion is unwanted. */
export function useCountUp(amount: number): number {
  const [shown, setShown] = useState(amount);
  const previous = useRef(amount);
  useEffect(() => {
    const from = previous.current;
    previous.current = amount;
    if (amount <= from || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(amount);
      return;
    }
    const startedAt = performance.now();
    const draw = (now: number) => {
      const part = Math.min(Math.max(now - startedAt, 0) / durationMs, 1);
      setShown(Math.round(amount - (amount - from) * (1 - part) ** 3));
      if (part < 1) frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}
