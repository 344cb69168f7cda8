import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Hint } from './hint.tsx';
import classes from './panel-popup.module.css';

interface PanelPopupProps {
  /** Accessible name of the popup. */
  label: string;
  place: 'top' | 'bottom';
  isCollapsed: boolean;
  button: {
    className: string | undefined;
    buttonContent: ReactNode;
    /** Accessible name of an icon-only button. */
    label?: string | undefined;
    hint: string;
    isDisabled?: boolean;
  };
  children: (close: () => void) => ReactNode;
}

/** A side panel button with a native popover. */
export function PanelPopup({ label, place, isCollapsed, button, children }: PanelPopupProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isOpen]);
  return (
    <>
      <Hint label={button.hint} isShown={isCollapsed && !isOpen}>
        <button
          type="button"
          className={button.className}
          popoverTarget={id}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={button.label}
          disabled={button.isDisabled}
        >
          {button.buttonContent}
        </button>
      </Hint>
      <div
        ref={content}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes.popup}
        data-place={place}
        data-collapsed={isCollapsed || undefined}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && children(() => content.current?.hidePopover())}
      </div>
    </>
  );
}
