import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { aboutMembership } from '../parts/membership-label.ts';
import { KindIcon } from '../parts/organization-kind.tsx';
import { switchOrganization } from '../session/refresh.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { PlusIcon, SearchIcon } from '../ui/icons.tsx';
import { menuItem, moveFocus } from './move-focus.ts';
import classes from './organization-switcher.module.css';
import { SwitcherInvitation } from './switcher-invitation.tsx';

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
      <span className={classes.words}>
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
