import { type Document, documentKinds } from '@kazna/contract/cabinet/documents';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { monthsToChoose } from '../../format/months.ts';
import { activeMembership, profileQuery, useActiveOrganization } from '../../queries/profile.ts';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterChoice, NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { documentColumns } from './document-columns.tsx';
import { documentTitle } from './document-title.ts';
import table from './documents-table.module.css';
import { documentsQuery } from './queries.ts';
import { RequestDocumentMenu } from './request-document-menu.tsx';
import { type DocumentsSearch, toFilter } from './search.ts';
import { SendDocumentDialog } from './send-document-dialog.tsx';

export function DocumentsPage({ search }: { search: DocumentsSearch }) {
  const navigate = useNavigate();
  const { kind, period } = toFilter(search);
  const { can } = useActiveOrganization();
  const { data: profile } = useQuery(profileQuery());
  const canRequest = can('payments.export') && activeMembership(profile)?.kind !== 'person';
  const go = (next: DocumentsSearch) => void navigate({ to: '.', search: next, resetScroll: false });
  return (
    <Page title="Документы" action={canRequest && <RequestDocumentMenu />}>
      <div className={classes.list}>
        <search className={table.filters} aria-label="Фильтры документов">
          <FilterChoice
            label="Вид"
            value={kind}
            words={documentKinds}
            anyLabel="Все документы"
            onChange={(chosen) => go({ ...search, kind: chosen })}
          />
          <FilterChoice
            label="Месяц"
            value={period}
            words={monthsToChoose(period)}
            anyLabel="Все месяцы"
            onChange={(chosen) => go({ ...search, period: chosen })}
          />
        </search>
        <DocumentsList search={search} onClear={() => go({})} />
      </div>
    </Page>
  );
}

function DocumentsList({ search, onClear }: { search: DocumentsSearch; onClear: () => void }) {
  const { can, timezone } = useActiveOrganization();
  const filter = toFilter(search);
  const [sent, setSent] = useState<Document>();
  const [isSending, setIsSending] = useState(false);
  const send = (document: Document) => {
    setSent(document);
    setIsSending(true);
  };
  const list = useInfiniteQuery(documentsQuery(filter));
  const { data: documents, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error && !documents) {
    return <QueryFailure what="Документы не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (documents?.length === 0) {
    return filter.kind || filter.period ? (
      <NothingFiltered what="документов" onClear={onClear} />
    ) : (
      <DocumentsEmpty canCreate={can('payments.create')} />
    );
  }
  return (
    <>
      <Records
        label="Документы"
        columns={documentColumns(timezone, can('payments.create') ? send : undefined)}
        items={timezone ? documents : undefined}
        keyOf={({ id }) => id}
        days={{ timeOf: ({ createdAt }) => createdAt, timezone: timezone ?? 'UTC' }}
        isOutdated={isPlaceholderData}
        skeletonRows={8}
        className={table.documents}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
      {sent && (
        <SendDocumentDialog
          isOpen={isSending}
          onClose={() => setIsSending(false)}
          documentId={sent.id}
          title={documentTitle(sent)}
        />
      )}
    </>
  );
}

function DocumentsEmpty({ canCreate }: { canCreate: boolean }) {
  const { data: profile } = useQuery(profileQuery());
  const isPerson = activeMembership(profile)?.kind === 'person';
  const topUp = canCreate && (
    <LinkButton to="/payments/create" search={isPerson ? {} : { method: 'invoice' }}>
      Пополнить
    </LinkButton>
  );
  return (
    <Empty drawing={<ReceiptDrawing />} title="Документов пока нет" action={topUp}>
      Здесь появятся счета на оплату и закрывающие документы.
    </Empty>
  );
}
