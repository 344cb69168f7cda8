import { endView } from '@kazna/contract/admin/view';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { call } from '../api/client.ts';
import { formatTime } from '../format/date.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { useAction } from '../ui/forms/use-action.ts';
import { EyeIcon } from '../ui/visitor-icons.tsx';
import classes from './view-strip.module.css';

interface ViewStripProps {
  view: NonNullable<Profile['view']>;
  timezone: string;
}

/** Stays above every page while staff see a customer's cabinet. */
export function ViewStrip({ view: { organizationId, organizationName, ownerName, until }, timezone }: ViewStripProps) {
  const { failure, isPending, run } = useAction(async () => {
    await call(endView);
    // Nothing of the customer's stays in the memory of the page.
    location.assign(`/admin/organizations?organization=${organizationId}`);
  });
  return (
    <section className={classes.strip} aria-label="Просмотр кабинета клиента">
      <EyeIcon />
      <p>
        <strong>
          Вы смотрите кабинет {quoted(organizationName)} как владелец{ownerName && ` ${ownerName}`}.
        </strong>{' '}
        Изменить ничего нельзя. Просмотр закончится в{'\u00a0'}
        {formatTime(until, timezone)}.
      </p>
      <Button variant="default" size="sm" aria-busy={isPending} aria-disabled={isPending} onClick={run}>
        Закончить просмотр
      </Button>
      <FormFailure failure={failure} />
    </section>
  );
}
