import {
  correctDocument,
  getDocumentFileAsStaff,
  getDocumentXmlAsStaff,
  getXmlReadinessAsStaff,
  listMonthlyDocuments,
  type MonthlyDocument,
} from '@kazna/contract/admin/documents';
import { documentKinds, isAnnulled } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDay } from '../../format/date.ts';
import { periodName } from '../../format/months.ts';
import { DocumentFiles } from '../../parts/document-files.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import icon from '../../ui/icon-button.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import rows from '../row-title.module.css';
import { useStaff } from '../staff.tsx';
import classes from './register.module.css';

/** «УПД № 2026-000017». */
const titleOf = ({ kind, number }: MonthlyDocument) => `${documentKinds[kind]} №\u00a0${number}`;

export function RegisterList({ period }: { period: string }) {
  const { can } = useStaff();
  const query = useInfiniteQuery(registerQuery(period));
  const [corrected, setCorrected] = useState<MonthlyDocument>();
  if (query.error && !query.data) {
    return <QueryFailure what="Документы не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <Empty drawing={<ReceiptDrawing />} title={`${periodName(period)}: документов нет`}>
        Документы за месяц Казна составляет первого числа следующего. Для них нужны реквизиты компании и ИНН клиента.
      </Empty>
    );
  }
  const columns = can('admin.money') ? [...readColumns, correctColumn(setCorrected)] : readColumns;
  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label="Документы"
        columns={columns}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      <ReasonDialog
        isOpen={corrected !== undefined}
        onClose={() => setCorrected(undefined)}
        title={corrected ? `Исправить ${titleOf(corrected)}?` : ''}
        action="Исправить"
        onConfirm={async (reason) => {
          if (!corrected) return;
          const params = { documentId: corrected.id };
          const { revision } = await call(correctDocument, { params, body: { reason } });
          showToast({ kind: 'success', message: `Составлено исправление №\u00a0${revision}` });
        }}
      >
        <p>
          Появится исправление с тем же номером и датой, с нынешними реквизитами и налоговым режимом, за вычетом того,
          что вернули из списанного за месяц. Прежний документ останется. Клиенту придёт письмо.
        </p>
      </ReasonDialog>
    </>
  );
}

const readColumns: RecordColumn<MonthlyDocument>[] = [
  { title: 'Документ', render: (document) => <Title document={document} /> },
  {
    title: 'Покупатель',
    render: ({ buyerName, buyerInn }) => (
      <span className={rows.main}>
        <span>{buyerName}</span>
        <span className={rows.secondary}>ИНН {buyerInn}</span>
      </span>
    ),
  },
  { title: 'Дата', width: '120px', render: ({ day }) => formatDay(day, 'UTC') },
  { title: 'Сумма', width: '150px', isAmount: true, render: formatMoney },
  {
    title: 'НДС',
    width: '130px',
    isAmount: true,
    isExtra: true,
    render: ({ vatMinor, currency }) => (vatMinor === 0 ? '—' : formatMoney({ amountMinor: vatMinor, currency })),
  },
  {
    title: 'Файл',
    width: '72px',
    render: (document) => (
      <DocumentFiles
        documentId={document.id}
        title={titleOf(document)}
        endpoints={{ file: getDocumentFileAsStaff, xml: getDocumentXmlAsStaff, readiness: getXmlReadinessAsStaff }}
        hints={staffHints}
        className={`${icon.button} ${classes.correct}`}
      />
    ),
  },
];

const staffHints = {
  'buyer.edo': 'Идентификатор покупателя укажите на странице организации.',
  'buyer.name': 'Фамилию и имя укажет владелец организации, после этого составьте исправление.',
  'buyer.address': 'Адрес укажет владелец организации, после этого составьте исправление.',
  seller: 'Свои сведения укажите в разделе «Реквизиты».',
};

function correctColumn(onCorrect: (document: MonthlyDocument) => void): RecordColumn<MonthlyDocument> {
  return {
    title: 'Действие',
    width: '152px',
    render: (document) =>
      !document.isSuperseded &&
      !isAnnulled(document) && (
        <Button
          variant="default"
          size="xs"
          className={classes.correct}
          aria-label={`Исправить: ${titleOf(document)}`}
          onClick={() => onCorrect(document)}
        >
          Исправить
        </Button>
      ),
  };
}

/** The row saves the PDF. */
function Title({ document }: { document: MonthlyDocument }) {
  const { revision, isSuperseded } = document;
  const { isPending, run } = useDownload(getDocumentFileAsStaff, document.id);
  const state = isSuperseded ? 'Заменён исправлением' : isAnnulled(document) && 'Аннулирован';
  const notes = [revision > 0 && `Исправление №\u00a0${revision}`, state].filter(Boolean);
  return (
    <span className={rows.main}>
      <button
        type="button"
        className={`${rows.link} ${classes.title}`}
        aria-busy={isPending}
        onClick={run}
        data-row-link
      >
        {titleOf(document)}
      </button>
      {notes.length > 0 && <span className={rows.secondary}>{notes.join('. ')}</span>}
    </span>
  );
}

function registerQuery(period: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'documents', period],
    queryFn: ({ pageParam: cursor }) => call(listMonthlyDocuments, { query: { period, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}
