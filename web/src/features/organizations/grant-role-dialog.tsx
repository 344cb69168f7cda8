import type { Member } from '@kazna/contract/cabinet/members';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';

interface GrantRoleDialogProps {
  organization: Organization;
  member: Member;
  /** The role to confirm; undefined while closed. */
  role: OrganizationRole | undefined;
  onClose: () => void;
  onConfirm: (role: OrganizationRole) => Promise<void>;
}

/** Roles with power over others need a confirmation. */
export function GrantRoleDialog({ organization, member, role, onClose, onConfirm }: GrantRoleDialogProps) {
  // The closing dialog still shows its text.
  const [shown, setShown] = useState(role);
  if (role && role !== shown) setShown(role);
  const isOwner = shown === 'owner';
  return (
    <ConfirmDialog
      isOpen={role !== undefined}
      onClose={onClose}
      title={isOwner ? `Сделать владельцем: ${member.name}?` : `Сделать администратором: ${member.name}?`}
      action={isOwner ? 'Сделать владельцем' : 'Сделать администратором'}
      isDangerous={isOwner}
      onConfirm={async () => role && onConfirm(role)}
    >
      {isOwner ? (
        <>
          <p>
            {member.name} ({member.email}) получит полный доступ к организации {quoted(organization.name)}: реквизиты,
            участники, деньги, закрытие. Вы тоже останетесь владельцем.
          </p>
          <p>Новый владелец сможет лишить вас этой роли.</p>
        </>
      ) : (
        <p>
          {member.name} ({member.email}) сможет приглашать и удалять участников организации {quoted(organization.name)},
          менять им роли, пополнять баланс и возвращать деньги.
        </p>
      )}
    </ConfirmDialog>
  );
}
