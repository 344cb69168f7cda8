import { useQuery } from '@tanstack/react-query';
import { aboutMembership } from '../parts/membership-label.ts';
import { KindIcon } from '../parts/organization-kind.tsx';
import { activeMembership } from '../queries/active-membership.ts';
import { receivedInvitationsQuery } from '../queries/received-invitations.ts';
import classes from './organization-switcher.module.css';
import { OrganizationSwitcherMenu } from './organization-switcher-menu.tsx';
import { PanelPopup } from './panel-popup.tsx';
import { ChevronsIcon } from './shell-icons.tsx';
import panel from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

export function OrganizationSwitcher({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const { data: invitations } = useQuery(receivedInvitationsQuery());
  const active = activeMembership(profile);
  const name = profile ? (active?.name ?? 'Без организации') : 'Казна';
  const waiting = invitations?.items ?? [];
  const buttonContent = (
    <>
      <span className={panel.letter}>{active && <KindIcon kind={active.kind} />}</span>
      {waiting.length > 0 && <span className={classes.dot} title="Есть приглашения" />}
      <span className={panel.words}>
        <span className={classes.hidden}>Организация: </span>
        <span className={panel.name}>{isLoading ? <span className={panel.loading} /> : name}</span>
        <span className={panel.email}>{active && aboutMembership(active)[0]}</span>
      </span>
      <span className={panel.chevrons}>
        <ChevronsIcon />
      </span>
    </>
  );
  return (
    <PanelPopup
      label="Организации"
      place="top"
      isCollapsed={isCollapsed}
      button={{
        className: classes.button,
        buttonContent,
        hint: name,
        label: isCollapsed ? `Организация: ${name}` : undefined,
        isDisabled: !profile,
      }}
    >
      {(close) => profile && <OrganizationSwitcherMenu profile={profile} invitations={waiting} onClose={close} />}
    </PanelPopup>
  );
}
