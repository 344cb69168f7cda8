import type { PaymentEvent } from '@kazna/contract/cabinet/payments';
import classes from './payment-page.module.css';
import { describeEvent } from './payment-texts.ts';
import { PaymentTime } from './payment-time.tsx';

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
              <PaymentTime at={event.createdAt} /> · {source}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
