import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../icons.tsx';
import classes from './filters.module.css';

const debounceMs = 300;

interface SearchInputProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  /** Debounced. */
  onChange: (value: string | undefined) => void;
  /** In a dialog: takes the focus as it opens. */
  'data-autofocus'?: boolean;
}

export function SearchInput({ label, placeholder, value = '', onChange, ...focus }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const lastSent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The debounced call uses the latest handler: other search parameters may have changed meanwhile.
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  }, [onChange]);

  // The URL also changes from outside: a removed chip, the browser's «back».
  useEffect(() => {
    if (value === lastSent.current) return;
    clearTimeout(timer.current);
    lastSent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      lastSent.current = text.trim();
      latestOnChange.current(text.trim() || undefined);
    }, debounceMs);
  }

  return (
    <div className={classes.search}>
      <SearchIcon />
      <input
        {...focus}
        type="search"
        className={classes.control}
        aria-label={label}
        placeholder={placeholder}
        maxLength={128}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
