import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import { roleNames } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../format/date.ts';
import { KindIcon, kindNames } from '../../parts/organization-kind.tsx';
import { receivedInvitationsQuery, useAnswerInvitation } from '../../queries/received-invitations.ts';
import { useTimezone } from '../../queries/timezone.ts';
import { Card } from '../../ui/page.tsx';
import classes from './received-invitations.module.css';

export function ReceivedInvitations() {
  const { data } = useQuery(receivedInvitationsQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={data.items.length === 1 ? 'Вас приглашают' : 'Вас приглашают в организации'}>
      <ul className={classes.list}>
        {data.items.map((invitation) => (
          <Received key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function Received({ invitation }: { invitation: ReceivedInvitation }) {
  const { isPending, accept, decline } = useAnswerInvitation(invitation);
  const timezone = useTimezone();
  const { organizationName, organizationKind, invitedBy, role, expiresAt } = invitation;
  return (
    <li className={classes.invitation}>
      <span className={classes.icon}>
        <KindIcon kind={organizationKind} size={24} />
      </span>
      <div className={classes.words}>
        <strong>{organizationName}</strong>
        <span>
          {kindNames[organizationKind]}. Приглашает {invitedBy}, ваша роль: {roleNames[role].toLowerCase()}.
        </span>
        <span>Ответьте до {formatDate(expiresAt, timezone)}.</span>
      </div>
      <div className={classes.answers}>
        <Button aria-label={`Принять: ${organizationName}`} aria-busy={isPending} onClick={() => void accept()}>
          Принять
        </Button>
        <Button
          variant="default"
          aria-label={`Отклонить: ${organizationName}`}
          aria-busy={isPending}
          onClick={() => void decline()}
        >
          Отклонить
        </Button>
      </div>
    </li>
  );
}
