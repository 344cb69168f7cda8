import { type Member, removeMember, transferOwnership } from '@kazna/contract/cabinet/members';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { Menu } from '@mantine/core';
import { keys } from '../../queries/keys.ts';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../queries/profile.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import classes from './members-tab.module.css';

interface MemberActionsProps {
  organization: Organization;
  member: Member;
}

export function MemberActions({ organization, member }: MemberActionsProps) {
  const [asked, setAsked] = useState<'transfer' | 'remove'>();
  const mayTransfer = organizationRoleCan(organization.role, 'organization.transfer') && member.role !== 'owner';
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={classes.more} aria-label={`Действия: ${member.name}`}>
            <MoreIcon />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayTransfer && <Menu.Item onClick={() => setAsked('transfer')}>Передать владение</Menu.Item>}
          <Menu.Item className={classes.danger} onClick={() => setAsked('remove')}>
            Удалить из организации
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TransferDialog
        organization={organization}
        member={member}
        isOpen={asked === 'transfer'}
        onClose={() => setAsked(undefined)}
      />
      <RemoveDialog
        organization={organization}
        member={member}
        isOpen={asked === 'remove'}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

interface MemberDialogProps extends MemberActionsProps {
  isOpen: boolean;
  onClose: () => void;
}

function TransferDialog({ organization, member, isOpen, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  async function transfer() {
    await call(transferOwnership, { params: { organizationId: organization.id }, body: { userId: member.userId } });
    showToast({ kind: 'success', message: 'Владение передано', detail: `${member.name} теперь владелец.` });
    void queryClient.invalidateQueries({ queryKey: keys.organization(organization.id) });
    void queryClient.invalidateQueries(profileQuery());
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Передать владение: ${member.name}?`}
      action="Передать владение"
      isDangerous
      onConfirm={transfer}
    >
      <p>
        {member.name} ({member.email}) станет владельцем организации {quoted(organization.name)}, а вы останетесь
        администратором.
      </p>
      <p>Вернуть владение сможет только новый владелец.</p>
    </ConfirmDialog>
  );
}

function RemoveDialog({ organization, member, isOpen, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  async function remove() {
    await call(removeMember, { params: { organizationId: organization.id, userId: member.userId } });
    showToast({ kind: 'success', message: 'Участник удалён', detail: member.name });
    await queryClient.invalidateQueries({ queryKey: keys.organization(organization.id) });
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Удалить из организации: ${member.name}?`}
      action="Удалить"
      isDangerous
      onConfirm={remove}
    >
      <p>
        {member.name} ({member.email}) сразу потеряет доступ к организации {quoted(organization.name)}. Всё сделанное
        останется в журнале, а приглашения от этого человека, на которые ещё не ответили, мы отзовём. Пригласить его
        снова можно в любой момент.
      </p>
    </ConfirmDialog>
  );
}
