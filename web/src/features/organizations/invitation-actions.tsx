import { type Invitation, resendInvitation, revokeInvitation } from '@kazna/contract/cabinet/invitations';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import { call } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import classes from './invitations-tab.module.css';
import { invitationsQuery } from './queries.ts';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

interface InvitationActionsProps {
  organization: Organization;
  invitation: Invitation;
}

export function InvitationActions({ organization, invitation }: InvitationActionsProps) {
  const queryClient = useQueryClient();
  const [isRevoking, setIsRevoking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const secondsLeft = useResendCountdown(invitation.sentAt);
  const isWaiting = invitation.status === 'pending' || invitation.status === 'expired';
  if (!isWaiting || !organizationRoleCan(organization.role, 'members.manage')) return null;

  const params = { organizationId: organization.id, invitationId: invitation.id };
  const renew = () => queryClient.invalidateQueries(invitationsQuery(organization.id));

  async function resend() {
    if (isSending || secondsLeft > 0) return;
    setIsSending(true);
    try {
      await call(resendInvitation, { params });
      showToast({ kind: 'success', message: 'Письмо отправлено ещё раз', detail: invitation.email });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Письмо не отправлено', detail: asProblem(reason).detail });
    } finally {
      await renew();
      setIsSending(false);
    }
  }

  async function revoke() {
    await call(revokeInvitation, { params });
    showToast({ kind: 'success', message: 'Приглашение отозвано', detail: invitation.email });
    await renew();
  }

  const resendLabel = secondsLeft > 0 ? `Отправить снова можно через ${secondsLeft}\u00a0с` : 'Отправить ещё раз';
  return (
    <div className={classes.actions}>
      <Button
        size="compact-md"
        variant="subtle"
        aria-disabled={isSending || secondsLeft > 0}
        aria-label={`${resendLabel}: ${invitation.email}`}
        className={secondsLeft > 0 ? classes.waiting : undefined}
        onClick={() => void resend()}
      >
        {resendLabel}
      </Button>
      {invitation.status === 'pending' && (
        <Button
          size="compact-md"
          variant="subtle"
          aria-label={`Отозвать: ${invitation.email}`}
          onClick={() => setIsRevoking(true)}
        >
          Отозвать
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRevoking}
        onClose={() => setIsRevoking(false)}
        title={`Отозвать приглашение: ${invitation.email}?`}
        action="Отозвать"
        isDangerous
        onConfirm={revoke}
      >
        <p>Человек больше не сможет его принять. Пригласить этот адрес снова можно в любой момент.</p>
      </ConfirmDialog>
    </div>
  );
}

const minResendIntervalMs = 60_000;

function useResendCountdown(sentAt: string): number {
  const [seen, setSeen] = useState(() => ({ sentAt, at: Date.now() }));
  if (seen.sentAt !== sentAt) setSeen({ sentAt, at: Date.now() });
  // Capped, so that a slow local clock cannot prolong the wait.
  return useSecondsUntil(Math.min(seen.at, new Date(sentAt).getTime()) + minResendIntervalMs);
}
