import { staffRequestStates } from '@kazna/contract/admin/requests';
import { requestTopics } from '@kazna/contract/cabinet/requests';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Moment } from '../../parts/moment.tsx';
import { RequestMark } from '../../parts/requests/request-labels.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { queueQuery } from '../requests/queries.ts';
import sheet from '../side-sheet.module.css';

/** What its people asked, the changed last first. */
export function OrganizationRequests({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(queueQuery({ list: 'all', organizationId, limit: 5 }));
  if (query.error && !query.data)
    return <QueryFailure what="Обращения не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonText lines={3} />;
  if (query.data.length === 0) return <p className={sheet.quiet}>Обращений не было.</p>;
  return (
    <>
      <ul className={sheet.lines} aria-label="Обращения">
        {query.data.map(({ id, number, title, topic, state, authorName, changedAt }) => (
          <li key={id}>
            <span>
              <LinkAnchor to="/admin/requests/$id" params={{ id }}>
                №&nbsp;{number}. {title ?? requestTopics[topic]}
              </LinkAnchor>
              <span className={sheet.secondary}>
                {authorName ?? 'Удалённый пользователь'}, <Moment at={changedAt} />
              </span>
            </span>
            <RequestMark state={state} labels={staffRequestStates} />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}
