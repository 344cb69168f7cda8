import { changeMemberRole, type Member } from '@kazna/contract/members';
import type { Organization } from '@kazna/contract/organizations';
import { type OrganizationRole, roleNames } from '@kazna/contract/permissions';
import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toasts.tsx';
import { rolesGivenBy } from './manageable-roles.ts';
import classes from './members-tab.module.css';
import { organizationKey } from './organization-query.ts';

interface MemberRoleSelectProps {
  organization: Organization;
  member: Member;
}

export function MemberRoleSelect({ organization, member }: MemberRoleSelectProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<OrganizationRole>();

  async function change(role: OrganizationRole) {
    setChosen(role);
    const params = { organizationId: organization.id, userId: member.userId };
    try {
      await call(changeMemberRole, { params, body: { role } });
      showToast({
        kind: 'success',
        message: 'Роль изменена',
        detail: `${member.name}: ${roleNames[role].toLowerCase()}`,
      });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Роль не изменена', detail: asProblem(reason).detail });
    } finally {
      await queryClient.invalidateQueries({ queryKey: organizationKey(organization.id) });
      setChosen(undefined);
    }
  }

  return (
    <NativeSelect
      size="sm"
      className={classes.select}
      aria-label={`Роль: ${member.name}`}
      aria-busy={chosen !== undefined}
      value={chosen ?? member.role}
      onChange={(event) => chosen === undefined && void change(event.currentTarget.value as OrganizationRole)}
      data={rolesGivenBy(organization.role).map((role) => ({ value: role, label: roleNames[role] }))}
    />
  );
}
