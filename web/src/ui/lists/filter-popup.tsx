import type { ReactNode } from 'react';
import { Popup } from '../dialogs/popup.tsx';
import { ArrowDownIcon } from '../icons.tsx';
import hidden from '../visually-hidden.module.css';
import classes from './filters.module.css';

interface FilterPopupProps {
  /** «Фильтр по сумме». */
  purpose: string;
  /** What it is a condition of; stands on the button until there is a condition. */
  label: string;
  /** The condition in words, empty when there is none. */
  words: string;
  children: (close: () => void) => ReactNode;
}

/** A condition that takes more than a list of words to set. */
export function FilterPopup({ purpose, label, words, children }: FilterPopupProps) {
  const buttonContent = (
    <>
      {words && <span className={hidden.hidden}>{label}: </span>}
      <span>{words || label}</span>
      <ArrowDownIcon size={16} />
    </>
  );
  return (
    <Popup label={purpose} className={classes.control} buttonContent={buttonContent} isSet={words !== ''}>
      {children}
    </Popup>
  );
}
