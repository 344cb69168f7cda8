import { endOtherSessions, endSession, type Session } from '@kazna/contract/cabinet/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { sessionsQuery } from '../../queries/profile.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';

interface EndSessionsDialogProps extends OpenProps {
  /** Undefined: all sessions but the current one. */
  session: Session | undefined;
}

export function EndSessionsDialog({ session, isOpen, onClose }: EndSessionsDialogProps) {
  const queryClient = useQueryClient();

  async function end() {
    await (session ? call(endSession, { params: { sessionId: session.id } }) : call(endOtherSessions));
    await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    showToast({ kind: 'success', message: session ? 'Сеанс завершён' : 'Остальные сеансы завершены' });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={session ? `Завершить сеанс «${session.device}»?` : 'Завершить все остальные сеансы?'}
      action="Завершить"
      isDangerous
      onConfirm={end}
    >
      {session ? (
        <p>Адрес {session.address}. Чтобы вернуться, на этом устройстве придётся войти заново.</p>
      ) : (
        <p>Вы останетесь только здесь. На других устройствах придётся войти заново.</p>
      )}
    </ConfirmDialog>
  );
}
