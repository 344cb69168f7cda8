import { type ReactNode, useId, useRef } from 'react';
import classes from './popup.module.css';

interface PopupProps {
  /** Accessible name of the popup. */
  label: string;
  className: string | undefined;
  buttonContent: ReactNode;
  isSet?: boolean;
  children: (close: () => void) => ReactNode;
}

/** Uses the native popover: Escape and outside clicks close it without any code. */
export function Popup({ label, className, buttonContent, isSet = false, children }: PopupProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" className={className} popoverTarget={id} data-set={isSet || undefined}>
        {buttonContent}
      </button>
      <div ref={content} id={id} popover="auto" role="dialog" aria-label={label} className={classes.content}>
        {children(() => content.current?.hidePopover())}
      </div>
    </>
  );
}
