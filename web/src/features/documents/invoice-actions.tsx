import { cancelInvoice, getDocumentFile, type Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client.ts';
import { useDownload } from '../../parts/use-download.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { MoreActions } from '../../ui/dialogs/more-actions.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { DownloadIcon, LetterIcon } from '../../ui/icons.tsx';
import { EyeIcon } from '../../ui/visitor-icons.tsx';
import { showChangedInvoice } from './queries.ts';
import { SendDocumentDialog, useSendLabel } from './send-document-dialog.tsx';

const CreateLinkDialog = lazy(async () => ({
  default: (await import('../../parts/paying/create-link-dialog.tsx')).CreateLinkDialog,
}));

const loadPreview = () => import('./document-preview.tsx').then(({ DocumentPreview }) => DocumentPreview);

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { id, number, status, paidMinor } = invoice;
  const { can } = useActiveOrganization();
  const { isPending, run } = useDownload(getDocumentFile, id);
  const preview = useDialog(loadPreview);
  const sendLabel = useSendLabel();
  const [isSending, setIsSending] = useState(false);
  const [isLinking, setIsLinking] = useState(false);
  const canPay = status !== 'paid' && status !== 'canceled' && can('links.manage');
  const [isCanceling, setIsCanceling] = useState(false);
  const canCancel = (status === 'open' || status === 'overdue') && paidMinor === 0 && can('payments.create');
  const cancel = async () => showChangedInvoice(await call(cancelInvoice, { params: { invoiceId: id } }));
  return (
    <>
      <Button leftSection={<DownloadIcon size={18} />} aria-busy={isPending} onClick={run}>
        Скачать PDF
      </Button>
      <Button leftSection={<EyeIcon size={18} />} onClick={preview.open}>
        Посмотреть
      </Button>
      {can('payments.create') && (
        <Button leftSection={<LetterIcon size={18} />} onClick={() => setIsSending(true)}>
          {sendLabel}
        </Button>
      )}
      {canPay && <Button onClick={() => setIsLinking(true)}>Ссылка на оплату</Button>}
      {canCancel && <MoreActions action="Отменить счёт" onChoose={() => setIsCanceling(true)} />}
      {preview.Dialog && (
        <preview.Dialog
          document={{ id, kind: 'invoice', title: `Счёт №\u00a0${number}` }}
          isOpen={preview.isOpen}
          onClose={preview.onClose}
        />
      )}
      <SendDocumentDialog
        isOpen={isSending}
        onClose={() => setIsSending(false)}
        documentId={id}
        title={`Счёт №\u00a0${number}`}
      />
      <Suspense>{isLinking && <CreateLinkDialog isOpen onClose={() => setIsLinking(false)} invoiceId={id} />}</Suspense>
      <ConfirmDialog
        isOpen={isCanceling}
        onClose={() => setIsCanceling(false)}
        title={`Отменить счёт №\u00a0${number} на ${formatMoney(invoice)}?`}
        action="Отменить счёт"
        cancelLabel="Не отменять"
        isDangerous
        onConfirm={cancel}
      >
        <p>Вернуть его будет нельзя. Если перевод уже отправлен, деньги не потеряются, но зачислим мы их не сразу.</p>
      </ConfirmDialog>
    </>
  );
}
