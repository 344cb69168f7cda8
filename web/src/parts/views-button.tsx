import { Popover } from '../ui/dialogs/popover.tsx';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';
import { SkeletonText } from '../ui/feedback/skeleton-line.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import filters from '../ui/lists/filters.module.css';
import type { PanelProps } from './saved-views-panel.tsx';
import type { ViewedList } from './saved-views-queries.ts';

/** Opens the saved filters of a list. `search` is that of its address. */
export function ViewsButton({ search, ...list }: ViewedList & { search: object }) {
  const content = (
    <>
      Сохранённые
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <Popover label="Сохранённые фильтры" button={{ className: filters.chip, content }}>
      {(close) => <Panel viewed={list} search={search} onClose={close} />}
    </Popover>
  );
}

const loadPanel = () => import('./saved-views-panel.tsx').then(({ SavedViewsPanel }) => SavedViewsPanel);

function Panel(props: PanelProps) {
  const Loaded = useLoaded(true, loadPanel, props.onClose);
  return <div className={filters.panel}>{Loaded ? <Loaded {...props} /> : <SkeletonText lines={3} />}</div>;
}
