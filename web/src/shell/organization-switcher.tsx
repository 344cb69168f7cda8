import { useQuery } from '@tanstack/react-query';
import { aboutMembership } from '../parts/organization-kind.tsx';
import { activeMembership } from '../queries/profile.ts';
import { receivedInvitationsQuery } from '../queries/received-invitations.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BrandMark, businessName } from '../ui/brand.tsx';
import { Popover } from '../ui/dialogs/popover.tsx';
import { Hint } from './hint.tsx';
import classes from './organization-switcher.module.css';
import { OrganizationSwitcherMenu } from './organization-switcher-menu.tsx';
import { ChevronsIcon } from './shell-icons.tsx';
import panel from './side-panel.module.css';
import type { SidePanelProps } from './side-panel-props.ts';

interface OrganizationSwitcherProps extends SidePanelProps {
  /** The second line; the role by default. */
  about?: string | undefined;
}

export function OrganizationSwitcher({ profile, isLoading, isCollapsed, about }: OrganizationSwitcherProps) {
  const { data: invitations } = useQuery(receivedInvitationsQuery());
  const active = activeMembership(profile);
  const name = profile ? (active?.name ?? 'Без организации') : businessName();
  const waiting = invitations?.items ?? [];
  const content = (
    <>
      {active ? <Avatar id={active.organizationId} name={active.name} /> : <BrandMark size={32} />}
      {waiting.length > 0 && <span className={classes.dot} title="Есть приглашения" />}
      <span className={panel.text}>
        <span className={classes.hidden}>Организация: </span>
        <span className={panel.name}>{isLoading ? <span className={panel.loading} /> : name}</span>
        <span className={panel.email}>{about ?? (active && aboutMembership(active)[0])}</span>
      </span>
      <span className={panel.chevrons}>
        <ChevronsIcon />
      </span>
    </>
  );
  return (
    <Popover
      label="Организации"
      className={classes.popover}
      button={{
        className: classes.button,
        content,
        label: isCollapsed ? `Организация: ${name}` : undefined,
        isDisabled: !profile,
        wrap: (button) => (
          <Hint label={name} isShown={isCollapsed}>
            {button}
          </Hint>
        ),
      }}
    >
      {(close) => profile && <OrganizationSwitcherMenu profile={profile} invitations={waiting} onClose={close} />}
    </Popover>
  );
}
