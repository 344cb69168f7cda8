import type { PaymentEvent } from '@kazna/contract/cabinet/payments';
import { Moment } from '../../parts/moment.tsx';
import classes from './payment-page.module.css';
import { describeEvent } from './payment-texts.ts';

export function PaymentTimeline({ events }: { events: PaymentEvent[] }) {
  return (
    <ol className={classes.timeline}>
      {events.map((event) => {
        const { title, source, note } = describeEvent(event);
        return (
          <li key={event.id} data-status={event.status ?? undefined}>
            <strong>{title}</strong>
            {note && <p>{note}</p>}
            <span className={classes.secondary}>
              <Moment at={event.createdAt} /> · {source}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
