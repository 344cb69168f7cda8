import { categoryNames } from '@kazna/contract/cabinet/notifications';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import classes from './notifications-page.module.css';
import { filterOf, type NotificationsSearch } from './search.ts';

interface NotificationFiltersProps {
  search: NotificationsSearch;
  memberships: readonly Membership[];
}

/** Filters live in the URL, so that they can be shared. */
export function NotificationFilters({ search, memberships }: NotificationFiltersProps) {
  const navigate = useNavigate();
  const { category, organizationId } = filterOf(search);
  const choose = (change: NotificationsSearch) =>
    void navigate({ to: '/notifications', search: { ...search, ...change }, replace: true, resetScroll: false });
  const organizations = Object.fromEntries(memberships.map(({ organizationId: id, name }) => [id, name]));
  return (
    <search className={classes.filters} aria-label="Фильтры уведомлений">
      <FilterChoice
        label="Тема"
        value={category}
        words={categoryNames}
        anyLabel="Все темы"
        onChange={(chosen) => choose({ category: chosen })}
      />
      {memberships.length > 1 && (
        <FilterChoice
          label="Организация"
          value={organizationId}
          words={organizations}
          anyLabel="Все организации"
          onChange={(chosen) => choose({ organization: chosen })}
        />
      )}
      {(category || organizationId) && (
        <Button variant="subtle" onClick={() => choose({ category: undefined, organization: undefined })}>
          Сбросить
        </Button>
      )}
    </search>
  );
}
