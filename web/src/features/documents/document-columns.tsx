import {
  type Document,
  exchangedKinds,
  getDocumentFile,
  getDocumentXml,
  getXmlReadiness,
  isAnnulled,
} from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { DocumentFiles } from '../../parts/document-files.tsx';
import { documentTitle } from '../../parts/document-title.ts';
import { InvoiceStatusMark } from '../../parts/payment-labels.tsx';
import { useDownload } from '../../parts/use-download.ts';
import icon from '../../ui/icon-button.module.css';
import { DownloadIcon, LetterIcon, RequestsIcon } from '../../ui/icons.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import classes from './documents-table.module.css';

export const exchangeHints = {
  'buyer.edo': 'Свой идентификатор укажите в реквизитах организации.',
  'buyer.name': 'Фамилию и имя укажите в реквизитах организации и попросите у поддержки исправление документа.',
  'buyer.address': 'Адрес укажите в реквизитах организации и попросите у поддержки исправление документа.',
  seller: 'Сведения продавца заполняем мы: напишите в поддержку.',
};

interface DocumentActions {
  onOpen: (document: Document) => void;
  /** Without it the rows have no button to send. */
  onSend: ((document: Document) => void) | undefined;
  /** «Отправить бухгалтеру». */
  sendLabel: string;
}

export function documentColumns({ onOpen, onSend, sendLabel }: DocumentActions): RecordColumn<Document>[] {
  return [
    {
      title: 'Документ',
      className: classes.document,
      render: (document) => <DocumentTitle document={document} onOpen={onOpen} />,
    },
    {
      title: 'Состояние',
      className: classes.status,
      render: (document) => {
        const { status, isSuperseded } = document;
        if (isSuperseded) return <span className={classes.superseded}>Заменён исправлением</span>;
        if (isAnnulled(document)) return <span className={classes.superseded}>Аннулирован</span>;
        return status && <InvoiceStatusMark status={status} />;
      },
    },
    { title: 'Сумма', className: classes.amount, render: formatMoney },
    {
      title: 'Файл',
      isTitleHidden: true,
      className: classes.file,
      render: (document) => (
        <span className={classes.actions}>
          {document.kind !== 'invoice' && (
            <Link
              to="/requests/new"
              search={{ kind: 'document', about: document.id }}
              className={`${icon.button} ${classes.download}`}
              aria-label={`Написать в поддержку: ${documentTitle(document)}`}
              title="Написать в поддержку"
            >
              <RequestsIcon size={18} />
            </Link>
          )}
          {onSend && (
            <button
              type="button"
              className={`${icon.button} ${classes.download}`}
              aria-label={`${sendLabel}: ${documentTitle(document)}`}
              title={sendLabel}
              onClick={() => onSend(document)}
            >
              <LetterIcon size={18} />
            </button>
          )}
          {exchangedKinds.includes(document.kind) ? (
            <DocumentFiles
              documentId={document.id}
              title={documentTitle(document)}
              endpoints={{ file: getDocumentFile, xml: getDocumentXml, readiness: getXmlReadiness }}
              hints={exchangeHints}
              className={`${icon.button} ${classes.download}`}
            />
          ) : (
            <DownloadFile document={document} />
          )}
        </span>
      ),
    },
  ];
}

/** An invoice has a page of its own; other documents are shown as their pages. */
function DocumentTitle({ document, onOpen }: { document: Document } & Pick<DocumentActions, 'onOpen'>) {
  if (document.kind === 'invoice') {
    return (
      <Link to="/invoices/$id" params={{ id: document.id }} viewTransition data-row-link>
        <Title document={document} />
      </Link>
    );
  }
  return (
    <button type="button" className={classes.title} onClick={() => onOpen(document)} data-row-link>
      <Title document={document} />
    </button>
  );
}

/** The number's own hyphen is no place to break it. */
function Title({ document }: { document: Document }) {
  const title = documentTitle(document);
  const start = title.indexOf(document.number);
  const end = start + document.number.length;
  return (
    <>
      {title.slice(0, start)}
      <span className={classes.number}>{title.slice(start, end)}</span>
      {title.slice(end)}
    </>
  );
}

function DownloadFile({ document }: { document: Document }) {
  const { isPending, run } = useDownload(getDocumentFile, document.id);
  return (
    <button
      type="button"
      className={`${icon.button} ${classes.download}`}
      aria-label={`Скачать PDF: ${documentTitle(document)}`}
      aria-busy={isPending}
      onClick={run}
    >
      <DownloadIcon size={18} />
    </button>
  );
}
