import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../icons.tsx';
import classes from './filters.module.css';

const pauseMs = 300;

interface SearchInputProps {
  label: string;
  /** What can be searched by. */
  placeholder: string;
  value: string | undefined;
  /** Called once the person has paused. */
  onChange: (value: string | undefined) => void;
}

export function SearchInput({ label, placeholder, value = '', onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // By the end of the pause other parts of the address may have changed: only the newest handler knows them.
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);

  // The address may change by other hands: a chip taken away, the browser's «back».
  useEffect(() => {
    if (value === told.current) return;
    clearTimeout(timer.current);
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      told.current = text.trim();
      tell.current(text.trim() || undefined);
    }, pauseMs);
  }

  return (
    <div className={classes.search}>
      <SearchIcon />
      <input
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
