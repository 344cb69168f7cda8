import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './popover.module.css';

interface PopoverProps {
  /** Accessible name of the popover. */
  label: string;
  button: {
    className: string | undefined;
    content: ReactNode;
    /** Accessible name of an icon-only button. */
    label?: string | undefined;
    isSet?: boolean;
    isDisabled?: boolean;
    /** Surrounds the button, with a tooltip for instance. */
    wrap?: (button: ReactNode) => ReactNode;
  };
  className?: string | undefined;
  children: (close: () => void) => ReactNode;
}

/** Uses the native popover: Escape and outside clicks close it without any code, but Tab leaves it open over the page. */
export function Popover({ label, button, className, children }: PopoverProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isOpen]);
  const closeBehindFocus = ({ relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget && relatedTarget !== opener.current && !content.current?.contains(relatedTarget);
    if (isElsewhere) content.current?.hidePopover();
  };
  const { wrap = (one: ReactNode) => one } = button;
  return (
    <>
      {wrap(
        <button
          ref={opener}
          type="button"
          className={button.className}
          popoverTarget={id}
          data-set={button.isSet || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={button.label}
          disabled={button.isDisabled}
          onBlur={closeBehindFocus}
        >
          {button.content}
        </button>,
      )}
      <div
        ref={content}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={`${classes.content} ${className ?? classes.padded}`}
        onBlur={closeBehindFocus}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && children(() => content.current?.hidePopover())}
      </div>
    </>
  );
}
