import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { roleNames } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import { aboutMembership, KindIcon } from '../parts/organization-kind.tsx';
import { useAnswerInvitation } from '../queries/received-invitations.ts';
import { switchOrganization } from '../session/refresh.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { PlusIcon, SearchIcon } from '../ui/icons.tsx';
import classes from './organization-switcher.module.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';

/** Shorter lists need no search. */
const searchMinOrganizations = 6;

interface OrganizationSwitcherMenuProps {
  profile: Profile;
  invitations: readonly ReceivedInvitation[];
  onClose: () => void;
}

export function OrganizationSwitcherMenu({ profile, invitations, onClose }: OrganizationSwitcherMenuProps) {
  const [searchText, setSearchText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const found = profile.memberships.filter((membership) => matches(membership, searchText));

  function choose({ organizationId }: Membership) {
    onClose();
    if (organizationId === profile.activeOrganizationId) return;
    switchOrganization(organizationId).catch((reason) =>
      showToast({ kind: 'error', message: 'Перейти не получилось', detail: asProblem(reason).detail }),
    );
  }

  function chooseFirst(event: KeyboardEvent) {
    const first = found[0];
    if (event.key === 'Enter' && first) choose(first);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only move the focus between the buttons inside
    <div ref={root} className={classes.menu} onKeyDown={(event) => moveFocus(event, root.current)}>
      {invitations.map((invitation) => (
        <SwitcherInvitation key={invitation.id} invitation={invitation} onAccepted={onClose} />
      ))}
      {profile.memberships.length >= searchMinOrganizations && (
        <label className={classes.search}>
          <SearchIcon size={18} />
          <input
            type="search"
            aria-label="Найти организацию"
            placeholder="Найти организацию"
            autoComplete="off"
            {...menuItem}
            data-autofocus
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
            onKeyDown={chooseFirst}
          />
        </label>
      )}
      <ul className={classes.list} aria-label="Ваши организации">
        {found.map((membership) => (
          <li key={membership.organizationId}>
            <Choice
              membership={membership}
              isActive={membership.organizationId === profile.activeOrganizationId}
              isFocusedFirst={profile.memberships.length < searchMinOrganizations}
              onChoose={() => choose(membership)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes.nothing}>Ничего не нашлось. Измените запрос.</p>}
      <Link
        to="."
        search={true}
        state={{ isCreatingOrganization: true }}
        resetScroll={false}
        className={classes.create}
        {...menuItem}
        onClick={onClose}
      >
        <PlusIcon />
        Создать организацию
      </Link>
    </div>
  );
}

interface ChoiceProps {
  membership: Membership;
  isActive: boolean;
  isFocusedFirst: boolean;
  onChoose: () => void;
}

function Choice({ membership, isActive, isFocusedFirst, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes.choice}
      {...menuItem}
      data-autofocus={(isActive && isFocusedFirst) || undefined}
      aria-current={isActive || undefined}
      onClick={onChoose}
    >
      <KindIcon kind={membership.kind} />
      <span className={classes.text}>
        <span className={classes.name}>{membership.name}</span>
        <span className={classes.about}>{aboutMembership(membership).join(' · ')}</span>
      </span>
    </button>
  );
}

function matches({ name }: Membership, searchText: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
  return plain(name).includes(plain(searchText.trim()));
}

interface SwitcherInvitationProps {
  invitation: ReceivedInvitation;
  onAccepted: () => void;
}

function SwitcherInvitation({ invitation, onAccepted }: SwitcherInvitationProps) {
  const { isPending, accept, decline } = useAnswerInvitation(invitation);
  return (
    <section className={classes.invitation} aria-label={`Приглашение: ${invitation.organizationName}`}>
      <p className={classes.about}>Приглашение</p>
      <p className={classes.name}>{invitation.organizationName}</p>
      <p className={classes.about}>
        Отправитель: {invitation.invitedBy}, ваша роль: {roleNames[invitation.role].toLowerCase()}
      </p>
      <div className={classes.answers}>
        <Button size="compact-md" aria-busy={isPending} {...menuItem} onClick={() => void accept().then(onAccepted)}>
          Принять
        </Button>
        <Button size="compact-md" variant="subtle" aria-busy={isPending} {...menuItem} onClick={() => void decline()}>
          Отклонить
        </Button>
      </div>
    </section>
  );
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Marks arrow key targets; the Mantine attribute keeps Escape from closing the phone drawer too. */
const menuItem = { 'data-item': true, 'data-mantine-stop-propagation': 'true' } as const;

/** Moves the focus between items by arrow keys; Home and End keep their meaning in text fields. */
function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  const step = steps[event.key];
  if (!step || !root) return;
  if (event.target instanceof HTMLInputElement && !event.key.startsWith('Arrow')) return;
  const items = [...root.querySelectorAll<HTMLElement>('[data-item]')];
  event.preventDefault();
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length - 1)]?.focus();
}
