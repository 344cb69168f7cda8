import { type Document, getDocumentFile } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { TimeOfDay } from '../../parts/moment.tsx';
import { InvoiceStatusMark } from '../../parts/payment-labels.tsx';
import { useDownload } from '../../parts/use-download.ts';
import icon from '../../ui/icon-button.module.css';
import { DownloadIcon, LetterIcon } from '../../ui/icons.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import { documentTitle } from './document-title.ts';
import classes from './documents-table.module.css';

/** Without `onSend` the rows have no button for it. */
export function documentColumns(
  timezone: string | undefined,
  onSend?: (document: Document) => void,
): RecordColumn<Document>[] {
  return [
    {
      title: 'Время',
      className: classes.time,
      render: ({ createdAt }) => <TimeOfDay at={createdAt} timezone={timezone} />,
    },
    {
      title: 'Документ',
      className: classes.document,
      render: (document) => <DocumentTitle document={document} />,
    },
    {
      title: 'Состояние',
      className: classes.status,
      render: ({ status, isSuperseded }) => {
        if (isSuperseded) return <span className={classes.superseded}>Заменён исправлением</span>;
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
          {onSend && (
            <button
              type="button"
              className={`${icon.button} ${classes.download}`}
              aria-label={`Отправить бухгалтеру: ${documentTitle(document)}`}
              title="Отправить бухгалтеру"
              onClick={() => onSend(document)}
            >
              <LetterIcon size={18} />
            </button>
          )}
          <DownloadFile document={document} />
        </span>
      ),
    },
  ];
}

/** An invoice has a page of its own; other documents are their file. */
function DocumentTitle({ document }: { document: Document }) {
  const { isPending, run } = useDownload(getDocumentFile, document.id);
  if (document.kind === 'invoice') {
    return (
      <Link to="/invoices/$id" params={{ id: document.id }} viewTransition data-row-link>
        <Title document={document} />
      </Link>
    );
  }
  return (
    <button type="button" className={classes.title} aria-busy={isPending} onClick={run} data-row-link>
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
