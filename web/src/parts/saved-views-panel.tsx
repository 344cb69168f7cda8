import type { SavedView } from '@kazna/contract/cabinet/saved-views';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { activeMembership, profileQuery } from '../queries/profile.ts';
import { SkeletonText } from '../ui/feedback/skeleton-line.tsx';
import { showToast } from '../ui/feedback/toasts.tsx';
import { MoreIcon } from '../ui/icons.tsx';
import { QueryFailure } from '../ui/page.tsx';
import { EditView, SaveView } from './saved-views-forms.tsx';
import classes from './saved-views-panel.module.css';
import { filterNames, filtersOf, isSameFilters, type ViewedList, viewsQuery } from './saved-views-queries.ts';

export interface PanelProps {
  viewed: ViewedList;
  search: object;
  onClose: () => void;
}

/** Saved filters of a list, and the forms that save and change them. */
export function SavedViewsPanel({ viewed, search, onClose }: PanelProps) {
  const { data: profile } = useQuery(profileQuery());
  const query = useQuery(viewsQuery(viewed, activeMembership(profile)?.organizationId));
  const [editedId, setEditedId] = useState<string>();
  const current = filtersOf(search, viewed);
  if (query.error && !query.data) {
    return (
      <QueryFailure
        what="Сохранённые фильтры не загрузились"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonText lines={3} />;
  const { items, mayShare } = query.data;
  const isReadOnly = viewed.ofStaff !== true && profile?.view != null;
  const edited = items.find(({ id }) => id === editedId);
  if (edited) {
    return <EditView view={edited} viewed={viewed} current={current} onClose={() => setEditedId(undefined)} />;
  }
  return (
    <>
      {items.length > 0 && (
        <ul className={classes.views} aria-label="Сохранённые фильтры">
          {items.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              isCurrent={isSameFilters(view.filters, current)}
              onOpen={onClose}
              onEdit={view.mayChange && !isReadOnly ? () => setEditedId(view.id) : undefined}
            />
          ))}
        </ul>
      )}
      {isReadOnly || Object.keys(current).length === 0 ? (
        <p className={classes.note}>
          {items.length === 0 && 'Сохранённых фильтров пока нет. '}
          {!isReadOnly && 'Выберите фильтры списка, и их можно будет сохранить под названием.'}
        </p>
      ) : (
        <SaveView viewed={viewed} current={current} mayShare={mayShare} onDone={onClose} />
      )}
    </>
  );
}

interface ViewRowProps {
  view: SavedView;
  isCurrent: boolean;
  onOpen: () => void;
  onEdit: (() => void) | undefined;
}

function ViewRow({ view, isCurrent, onOpen, onEdit }: ViewRowProps) {
  const open = () => {
    onOpen();
    if (view.dropped.length === 0) return;
    const detail = `Больше не действуют: ${view.dropped.map((name) => filterNames[name] ?? name).join(', ')}. Сохраните набор заново, чтобы убрать их.`;
    showToast({ kind: 'info', message: `Набор ${quoted(view.name)} открыт не целиком`, detail });
  };
  return (
    <li className={classes.row}>
      <Link
        to="."
        search={view.filters}
        resetScroll={false}
        className={classes.view}
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? 'true' : undefined}
        data-current={isCurrent || undefined}
        onClick={open}
      >
        <span className={classes.name}>{view.name}</span>
        {view.isShared && <span className={classes.shared}>общий</span>}
      </Link>
      {onEdit && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.edit}
          aria-label={`Изменить набор ${quoted(view.name)}`}
          onClick={onEdit}
        >
          <MoreIcon size={18} />
        </Button>
      )}
    </li>
  );
}
