import { sendDocument } from '@kazna/contract/cabinet/documents';
import { call } from '../../api/client.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { EmailField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';

interface SendDocumentProps {
  documentId: string;
  /** «Счёт № КЗ-000123». */
  title: string;
  onClose: () => void;
}

export function SendDocumentDialog({ isOpen, ...props }: SendDocumentProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Отправить бухгалтеру">
      <SendDocumentForm {...props} />
    </Dialog>
  );
}

function SendDocumentForm({ documentId, title, onClose }: SendDocumentProps) {
  const { form, text, failure, isPending } = useContractForm(sendDocument.body, { email: '' });
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
