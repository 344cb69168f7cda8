import { sendDocument } from '@kazna/contract/cabinet/documents';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { activeMembership, profileQuery, useActiveOrganization } from '../../queries/profile.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { EmailField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { accountantQuery } from './accountant-letters-dialog.tsx';

interface SendDocumentProps {
  documentId: string;
  /** «Счёт № КЗ-000123». */
  title: string;
  onClose: () => void;
}

export function SendDocumentDialog({ isOpen, ...props }: SendDocumentProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={useSendLabel()}>
      <SendDocumentForm {...props} />
    </Dialog>
  );
}

/** An accountant sends to somebody else. */
export function useSendLabel(): string {
  const { data: profile } = useQuery(profileQuery());
  return activeMembership(profile)?.role === 'accountant' ? 'Отправить по почте' : 'Отправить бухгалтеру';
}

function SendDocumentForm(props: SendDocumentProps) {
  const { can } = useActiveOrganization();
  const { data, isFetched } = useQuery({ ...accountantQuery(), enabled: can('payments.export') });
  const { data: profile } = useQuery(profileQuery());
  if (can('payments.export') && !isFetched) return <SkeletonText lines={4} />;
  // The address that gets the documents of each month, unless it is one's own.
  const suggested = data?.isConfirmed && data.email !== profile?.email ? (data.email ?? '') : '';
  return <SuggestedForm {...props} suggested={suggested} />;
}

function SuggestedForm({ documentId, title, onClose, suggested }: SendDocumentProps & { suggested: string }) {
  const { form, text, failure, isPending } = useContractForm(sendDocument.body, { email: suggested });
  const send = form(async (body) => {
    await call(sendDocument, { params: { documentId }, body });
    showToast({ kind: 'success', message: 'Письмо отправлено', detail: body.email });
    onClose();
  });
  return (
    <form {...send}>
      <div className={dialog.text}>
        <p>{title} уйдёт письмом с файлом PDF. Доступ в кабинет адресат не получит.</p>
      </div>
      <EmailField data-autofocus autoComplete="off" {...text('email')} />
      <FormFailure failure={failure} />
      <DialogActions action="Отправить" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}
