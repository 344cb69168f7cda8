import {
  categoryNames,
  type NotificationCategory,
  notificationCategories,
} from '@kazna/contract/cabinet/notifications';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { NotificationsFilter } from '../../queries/notifications.ts';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import classes from './notifications-page.module.css';

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

export interface NotificationsSearch {
  category?: string | undefined;
  organization?: string | undefined;
  unread?: string | undefined;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What an address names and does not exist counts as not set. */
export function filterOf({ category, organization, unread }: NotificationsSearch): NotificationsFilter {
  return {
    category: (notificationCategories as readonly (string | undefined)[]).includes(category)
      ? (category as NotificationCategory)
      : undefined,
    organizationId: organization && uuidPattern.test(organization) ? organization : undefined,
    isUnread: unread === 'true',
  };
}
