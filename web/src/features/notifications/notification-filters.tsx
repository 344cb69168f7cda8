import { categoryNames, notificationCategories } from '@kazna/contract/cabinet/notifications';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useNavigate } from '@tanstack/react-router';
import classes from './notifications-page.module.css';
import { filterOf, type NotificationsSearch } from './search.ts';

interface NotificationFiltersProps {
  search: NotificationsSearch;
  memberships: readonly Membership[];
}

const categories = [
  { value: '', label: 'Все темы' },
  ...notificationCategories.map((value) => ({ value, label: categoryNames[value] })),
];

/** Filters live in the URL, so that they can be shared. */
export function NotificationFilters({ search, memberships }: NotificationFiltersProps) {
  const navigate = useNavigate();
  const { category, organizationId } = filterOf(search);
  const choose = (change: NotificationsSearch) =>
    void navigate({ to: '/notifications', search: { ...search, ...change }, replace: true, resetScroll: false });
  const organizations = memberships.map(({ organizationId: value, name: label }) => ({ value, label }));
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="Тема"
        value={category ?? ''}
        data={categories}
        onChange={(event) => choose({ category: event.currentTarget.value || undefined })}
      />
      {organizations.length > 1 && (
        <NativeSelect
          label="Организация"
          value={organizationId ?? ''}
          data={[{ value: '', label: 'Все организации' }, ...organizations]}
          onChange={(event) => choose({ organization: event.currentTarget.value || undefined })}
        />
      )}
      {(category || organizationId) && (
        <Button variant="subtle" onClick={() => choose({ category: undefined, organization: undefined })}>
          Сбросить
        </Button>
      )}
    </div>
  );
}
