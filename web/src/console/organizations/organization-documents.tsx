import { getDocumentFileAsStaff, listDocumentsAsStaff } from '@kazna/contract/admin/documents';
import type { Document } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDay } from '../../format/date.ts';
import { documentTitle } from '../../parts/document-title.ts';
import { useDownload } from '../../parts/use-download.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';

/** Acts, УПД, advance invoices and reconciliations, as the customer sees them; invoices have a list of their own. */
export function OrganizationDocuments({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(documentsQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Документы не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={4} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Документов ещё нет.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Документы">
        {query.data.map((document) => (
          <li key={document.id}>
            <span>
              <DocumentFile document={document} />
              <span className={classes.secondary}>{formatDay(document.day, 'UTC')}</span>
            </span>
            <span className={classes.amount}>{formatMoney(document)}</span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function DocumentFile({ document }: { document: Document }) {
  const { isPending, run } = useDownload(getDocumentFileAsStaff, document.id);
  const title = documentTitle(document);
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={`${title}: скачать PDF`}
      aria-busy={isPending}
      onClick={run}
    >
      {title}
    </button>
  );
}

function documentsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'organization-documents', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listDocumentsAsStaff, { params: { organizationId }, query: { except: 'invoice', limit: 10, cursor } }),
    select: itemsOf,
  });
}
