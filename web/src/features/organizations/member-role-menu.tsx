import { changeMemberRole, type Member } from '@kazna/contract/cabinet/members';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { type OrganizationRole, roleNames } from '@kazna/contract/shared/permissions';
import { Menu } from '@mantine/core';
import { keys } from '../../queries/keys.ts';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { GrantRoleDialog } from './grant-role-dialog.tsx';
import classes from './member-role-menu.module.css';
import { grantsMorePower, roleAbilities, rolesGivenBy } from './roles.ts';

interface MemberRoleMenuProps {
  organization: Organization;
  member: Member;
}

/** A menu instead of a select: arrow keys must not change the role. */
export function MemberRoleMenu({ organization, member }: MemberRoleMenuProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<OrganizationRole>();
  const [asked, setAsked] = useState<OrganizationRole>();

  async function change(role: OrganizationRole) {
    const params = { organizationId: organization.id, userId: member.userId };
    try {
      await call(changeMemberRole, { params, body: { role } });
      showToast({
        kind: 'success',
        message: 'Роль изменена',
        detail: `${member.name}: ${roleNames[role].toLowerCase()}`,
      });
    } finally {
      await queryClient.invalidateQueries({ queryKey: keys.organization(organization.id) });
    }
  }

  async function changeAtOnce(role: OrganizationRole) {
    setChosen(role);
    try {
      await change(role);
    } catch (reason) {
      showToast({ kind: 'error', message: 'Роль не изменена', detail: asProblem(reason).detail });
    } finally {
      setChosen(undefined);
    }
  }

  function choose(role: OrganizationRole) {
    if (role === member.role || chosen !== undefined) return;
    if (grantsMorePower(role, member.role)) setAsked(role);
    else void changeAtOnce(role);
  }

  return (
    <>
      <Menu
        position="bottom-start"
        width={340}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        classNames={{ item: classes.item, itemIndicator: classes.mark }}
      >
        <Menu.Target>
          <button type="button" className={classes.role} aria-busy={chosen !== undefined}>
            <span className={classes.hidden}>Роль: {member.name}, </span>
            {roleNames[chosen ?? member.role]}
            <ChevronDownIcon size={16} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={chosen ?? member.role} onChange={(role) => choose(role as OrganizationRole)}>
            {rolesGivenBy(organization.role).map((role) => (
              <Menu.RadioItem key={role} value={role} closeMenuOnClick>
                <span className={classes.name}>{roleNames[role]}</span>
                <span className={classes.abilities}>{roleAbilities[role]}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <GrantRoleDialog
        organization={organization}
        member={member}
        role={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={change}
      />
    </>
  );
}
