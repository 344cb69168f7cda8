import { addOrganizationNote, listOrganizationNotes, noteForm } from '@kazna/contract/admin/organization-notes';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import sheet from '../side-sheet.module.css';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './organization-page.module.css';

export function OrganizationNotes({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(notesQuery(organizationId));
  const [added, setAdded] = useState(0);
  return (
    <div className={classes.notes}>
      <NoteForm key={added} organizationId={organizationId} onAdded={() => setAdded(added + 1)} />
      {query.error && !query.data ? (
        <QueryFailure what="Заметки не загрузились" error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonText lines={3} />
      ) : query.data.length === 0 ? (
        <p className={sheet.quiet}>Заметок пока нет. Их видят только сотрудники.</p>
      ) : (
        <ul className={sheet.lines} aria-label="Заметки">
          {query.data.map(({ id, text, authorName, createdAt }) => (
            <li key={id}>
              <span>
                <span className={classes.note}>{text}</span>
                <span className={sheet.secondary}>
                  {authorName ?? 'Удалённый пользователь'}, <Moment at={createdAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </div>
  );
}

function NoteForm({ organizationId, onAdded }: { organizationId: string; onAdded: () => void }) {
  const { form, text, failure, isPending } = useContractForm(noteForm, { text: '' });
  const add = form(async (body) => {
    await call(addOrganizationNote, { params: { organizationId }, body });
    await refreshAdmin();
    showToast({ kind: 'success', message: 'Заметка сохранена' });
    onAdded();
  });
  return (
    <form {...add}>
      <TextAreaField label="Новая заметка" rows={2} {...text('text')} />
      <FormFailure failure={failure} />
      <Button type="submit" variant="default" size="sm" loading={isPending}>
        Сохранить заметку
      </Button>
    </form>
  );
}

function notesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'notes', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listOrganizationNotes, { params: { organizationId }, query: { limit: 10, cursor } }),
    select: itemsOf,
  });
}
