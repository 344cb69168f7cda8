import type { ReactNode } from 'react';
import { Popover } from '../dialogs/popover.tsx';
import { ArrowDownIcon } from '../icons.tsx';
import hidden from '../visually-hidden.module.css';
import classes from './filters.module.css';

interface FilterPopupProps {
  /** «Фильтр по сумме». */
  purpose: string;
  /** Shown on the button until a condition is set. */
  label: string;
  /** The current condition as text, empty when not set. */
  words: string;
  children: (close: () => void) => ReactNode;
}

/** A filter with a form in a popup. */
export function FilterPopup({ purpose, label, words, children }: FilterPopupProps) {
  const content = (
    <>
      {words && <span className={hidden.hidden}>{label}: </span>}
      <span>{words || label}</span>
      <ArrowDownIcon size={16} />
    </>
  );
  return (
    <Popover label={purpose} button={{ className: classes.control, content, isSet: words !== '' }}>
      {children}
    </Popover>
  );
}
