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
import { findCommands, searchInPaymentsId } from './find-commands.ts';
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
  const answer = q === searchText.trim() ? onServer : [];
  const found = findCommands(commands, searchText, answer, profile?.operatorRole != null);
  const current = found[Math.min(at, found.length - 1)];
  const { choose, stopWaiting } = useChoice(current, isSearching, onChoose);
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
      stopWaiting();
      setAt(move(Math.min(at, found.length - 1), found.length - 1));
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose();
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
            stopWaiting();
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

/** Enter before the answer waits for it, so that a number or an address is found as soon as it is typed. */
function useChoice(current: Command | undefined, isSearching: boolean, onChoose: (command: Command) => void) {
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited || isSearching || !current) return;
    setIsAwaited(false);
    onChoose(current);
  }, [isAwaited, isSearching, current, onChoose]);
  return {
    choose: () => {
      if (isSearching && current?.id === searchInPaymentsId) setIsAwaited(true);
      else if (current) onChoose(current);
    },
    stopWaiting: () => setIsAwaited(false),
  };
}
