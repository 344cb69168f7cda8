import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import { roleNames } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useAnswerInvitation } from '../queries/received-invitations.ts';
import { menuItem } from './move-focus.ts';
import classes from './organization-switcher.module.css';

interface SwitcherInvitationProps {
  invitation: ReceivedInvitation;
  onAccepted: () => void;
}

export function SwitcherInvitation({ invitation, onAccepted }: SwitcherInvitationProps) {
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
