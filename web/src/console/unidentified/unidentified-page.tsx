import { useNavigate } from '@tanstack/react-router';
import { ViewsButton } from '../../parts/views-button.tsx';
import { SearchInput } from '../../ui/lists/search-input.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../list-page.module.css';
import { ReceiptsList } from './receipts-list.tsx';
import own from './unidentified.module.css';

export interface UnidentifiedSearch {
  q?: string | undefined;
  status?: string | undefined;
}

export function UnidentifiedPage({ search }: { search: UnidentifiedSearch }) {
  const navigate = useNavigate();
  const status = search.status === 'returned' ? 'returned' : 'unidentified';
  const q = search.q?.trim().slice(0, 128) || undefined;
  const tabs = [
    ['unidentified', 'Ждут решения'],
    ['returned', 'Возвращённые'],
  ] as const;
  return (
    <AdminPage
      title="Невыясненные"
      explanation="Деньги из выписок, о которых неизвестно, чьи они. Зачислите их, верните или оставьте ждать"
    >
      <div className={classes.list}>
        <StateTabs
          label="Состояние денег"
          items={tabs.map(([id, title]) => ({
            title,
            count: null,
            isCurrent: id === status,
            search: { ...search, status: id === 'unidentified' ? undefined : id },
          }))}
        />
        <div className={own.search}>
          <ViewsButton ofStaff list="unidentified" search={search} />
          <SearchInput
            label="Поиск: плательщик, ИНН, назначение или номер"
            placeholder="Плательщик, ИНН, назначение или номер"
            value={q}
            onChange={(next) =>
              void navigate({
                to: '/admin/unidentified',
                search: (current: object) => ({ ...current, q: next }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
        <ReceiptsList filter={{ status, q }} />
      </div>
    </AdminPage>
  );
}
