import {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
  type ReceivedInvitation,
} from '@kazna/contract/cabinet/invitations';
import { quoted } from '@kazna/contract/shared/quoted';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { switchOrganization } from '../session/refresh.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { keys } from './keys.ts';

export function receivedInvitationsQuery() {
  return queryOptions({
    queryKey: keys.receivedInvitations,
    queryFn: () => call(listReceivedInvitations),
    refetchInterval: 60_000,
  });
}

export function useAnswerInvitation({ id, organizationName }: ReceivedInvitation) {
  const queryClient = useQueryClient();
  const [isPending, setIsPending] = useState(false);

  async function answer(send: () => Promise<void>) {
    if (isPending) return;
    setIsPending(true);
    try {
      await send();
    } catch (reason) {
      showToast({ kind: 'error', message: 'Ответ не отправлен', detail: asProblem(reason).detail });
    } finally {
      await queryClient.invalidateQueries(receivedInvitationsQuery());
      setIsPending(false);
    }
  }

  return {
    isPending,
    accept: () =>
      answer(async () => {
        const { organizationId } = await call(acceptInvitation, { params: { invitationId: id } });
        await switchOrganization(organizationId).catch((reason) => {
          void queryClient.invalidateQueries({ queryKey: keys.profile });
          showToast({
            kind: 'error',
            message: `Приглашение принято, но перейти в ${quoted(organizationName)} не получилось`,
            detail: asProblem(reason).detail,
          });
        });
      }),
    decline: () =>
      answer(async () => {
        await call(declineInvitation, { params: { invitationId: id } });
        showToast({ kind: 'info', message: 'Приглашение отклонено', detail: organizationName });
      }),
  };
}
