import type { Document } from '@kazna/contract/cabinet/documents';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { documentTitle } from '../../parts/document-title.ts';
import { activeMembership, profileQuery, useActiveOrganization } from '../../queries/profile.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import classes from '../../ui/lists/filtered-list.module.css';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { documentColumns } from './document-columns.tsx';
import { DocumentFilters } from './document-filters.tsx';
import table from './documents-table.module.css';
import { documentsQuery, showNewDocument } from './queries.ts';
import { RequestDocumentMenu } from './request-document-menu.tsx';
import { type DocumentsSearch, hasDocument, toFilter } from './search.ts';
import { SendDocumentDialog, useSendLabel } from './send-document-dialog.tsx';

const loadPreview = () => import('./document-preview.tsx').then(({ DocumentPreview }) => DocumentPreview);

export function DocumentsPage({ search }: { search: DocumentsSearch }) {
  const navigate = useNavigate();
  const { can } = useActiveOrganization();
  const { data: profile } = useQuery(profileQuery());
  const { data: documents } = useInfiniteQuery(documentsQuery(toFilter(search)));
  const canRequest = can('payments.export') && activeMembership(profile)?.kind !== 'person';
  const go = (next: DocumentsSearch) => void navigate({ to: '.', search: next, resetScroll: false });
  const show = (made: Document) => {
    showNewDocument(made);
    // What was asked for last quarter is dated today.
    if (!hasDocument(toFilter(search), made)) go({});
  };
  return (
    <Page title="Документы" help="documents" action={canRequest && <RequestDocumentMenu onMade={show} />}>
      <div className={classes.list}>
        <DocumentFilters search={search} onChange={go} hasArchive={documents?.length !== 0} />
        <DocumentsList search={search} onClear={() => go({})} />
      </div>
    </Page>
  );
}

function DocumentsList({ search, onClear }: { search: DocumentsSearch; onClear: () => void }) {
  const { can } = useActiveOrganization();
  const filter = toFilter(search);
  const [sent, setSent] = useState<Document>();
  const [isSending, setIsSending] = useState(false);
  const send = (document: Document) => {
    setSent(document);
    setIsSending(true);
  };
  const [opened, setOpened] = useState<Document>();
  const preview = useDialog(loadPreview);
  const sendLabel = useSendLabel();
  const open = (document: Document) => {
    setOpened(document);
    preview.open();
  };
  const list = useInfiniteQuery(documentsQuery(filter));
  const { data: documents, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error && !documents) {
    return <QueryFailure what="Документы не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (documents?.length === 0) {
    return Object.values(filter).some(Boolean) ? (
      <NothingFiltered what="документов" onClear={onClear} />
    ) : (
      <DocumentsEmpty canCreate={can('payments.create')} />
    );
  }
  return (
    <>
      <Records
        label="Документы"
        columns={documentColumns({ onOpen: open, onSend: can('payments.create') ? send : undefined, sendLabel })}
        items={documents}
        keyOf={({ id }) => id}
        days={{ timeOf: ({ day }) => day, timezone: 'UTC' }}
        isOutdated={isPlaceholderData}
        skeletonRows={8}
        className={table.documents}
      />
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
      {opened && preview.Dialog && (
        <preview.Dialog
          document={{ id: opened.id, kind: opened.kind, title: documentTitle(opened) }}
          isOpen={preview.isOpen}
          onClose={preview.onClose}
        />
      )}
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
      {isPerson ? 'Пополнить' : 'Получить счёт'}
    </LinkButton>
  );
  return (
    <Empty drawing={<ReceiptDrawing />} title="Документов пока нет" action={topUp}>
      Здесь появятся счета на оплату и закрывающие документы.
    </Empty>
  );
}
