import { type ReactNode, useId, useRef } from 'react';
import classes from './popup.module.css';

interface PopupProps {
  /** The name of what it opens. */
  label: string;
  className: string | undefined;
  /** What stands on the button and names it. */
  buttonContent: ReactNode;
  isSet?: boolean;
  children: (close: () => void) => ReactNode;
}

/** The browser's own popover: it closes by itself on Escape and on a click beside, and costs no code. */
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
