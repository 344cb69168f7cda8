import type { Profile } from '@kazna/contract/cabinet/profile';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { recentPaymentsQuery } from '../../queries/payments.ts';
import { activeMembership, profileQuery } from '../../queries/profile.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { CommandList } from './command-list.tsx';
import classes from './command-palette.module.css';
import { type Command, commandsOf } from './commands.ts';
import { findCommands } from './find-commands.ts';
import { findOnServer } from './found-commands.ts';

const debounceMs = 200;

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(at + 8, last),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** Combobox pattern: the focus stays in the field, `aria-activedescendant` names the option. */
export function CommandSearch({ onChoose }: { onChoose: (command: Command) => void }) {
  const { data: profile } = useQuery(profileQuery());
  const { data: recent } = useQuery(recentPaymentsQuery(activeMembership(profile)?.organizationId));
  const [searchText, setSearchText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isAtDesk = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') });
  const commands = useMemo(
    () => (profile ? commandsOf(profile, recent?.items ?? [], isAtDesk) : []),
    [profile, recent, isAtDesk],
  );
  const [q] = useDebouncedValue(searchText.trim(), debounceMs);
  const { data: onServer, isFetching } = useQuery({
    queryKey: ['palette', profile?.activeOrganizationId, q],
    queryFn: ({ signal }) => findOnServer({ profile: profile as Profile, q, signal }),
    enabled: profile !== undefined && q.length > 1,
    staleTime: 10_000,
  });
  const isSearching = searchText.trim().length > 1 && (isFetching || q !== searchText.trim());
  const found = findCommands(
    commands,
    searchText,
    q === searchText.trim() ? onServer : [],
    profile?.operatorRole != null,
  );
  const current = found[Math.min(at, found.length - 1)];
  const optionId = (command: Command) => `${listId}-${command.id}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the option in view changes with these
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, searchText]);

  function press(event: KeyboardEvent) {
    const move = moves[event.key];
    if (event.nativeEvent.isComposing) return;
    if (move) {
      event.preventDefault();
      setAt(move(Math.min(at, found.length - 1), found.length - 1));
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      onChoose(current);
    }
  }

  return (
    <>
      <div className={classes.search}>
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label="Поиск и команды"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder="Страница, платёж, документ, «пополнить на 5000»"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          data-autofocus
          value={searchText}
          onChange={(event) => {
            setSearchText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        {isSearching && <span className={classes.searching}>Ищем…</span>}
        <kbd className={classes.key}>Esc</kbd>
      </div>
      <CommandList
        ref={list}
        id={listId}
        commands={found}
        current={current}
        optionId={optionId}
        onPoint={(command) => setAt(found.indexOf(command))}
        onChoose={onChoose}
      />
      <p className={classes.hidden} role="status">
        {searchText && (isSearching ? 'Ищем' : `Найдено: ${found.length}`)}
      </p>
    </>
  );
}
