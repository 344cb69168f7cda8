import { actorOf, entryKinds, type Operation } from '@kazna/contract/cabinet/balance';
import { Link } from '@tanstack/react-router';
import { formatTime, groupByDay } from '../../format/date.ts';
import { formatSignedMoney } from '../../format/numbers.ts';
import { useTimezone } from '../../queries/profile.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ArrowInIcon, ArrowOutIcon } from '../../ui/visitor-icons.tsx';
import classes from './last-operations.module.css';

const skeletonRows = ['1', '2', '3', '4', '5'];

export function LastOperations({ operations }: { operations: readonly Operation[] | undefined }) {
  const timezone = useTimezone();
  return (
    <section className={classes.card} aria-labelledby="last-operations">
      <header className={classes.head}>
        <h2 id="last-operations">Операции</h2>
        <LinkAnchor to="/operations">Все</LinkAnchor>
      </header>
      {operations && timezone
        ? groupByDay(operations, ({ createdAt }) => createdAt, timezone).map(({ day, title, items: ofDay }) => (
            <div key={day}>
              <h3 className={classes.day}>{title}</h3>
              <ul className={classes.list}>
                {ofDay.map((operation) => (
                  <Row key={operation.id} operation={operation} timezone={timezone} />
                ))}
              </ul>
            </div>
          ))
        : skeletonRows.map((key) => (
            <div key={key} className={classes.row}>
              <SkeletonLine width="80%" />
            </div>
          ))}
    </section>
  );
}

function Row({ operation, timezone }: { operation: Operation; timezone: string }) {
  const { id, kind, description, amountMinor, createdAt } = operation;
  const isIn = amountMinor > 0;
  const about = [formatTime(createdAt, timezone), description ? entryKinds[kind].toLowerCase() : actorOf(operation)];
  return (
    <li className={classes.row}>
      <span className={classes.icon} data-in={isIn || undefined}>
        {isIn ? <ArrowInIcon size={18} /> : <ArrowOutIcon size={18} />}
      </span>
      <span className={classes.text}>
        <Link to="/operations" search={{ operation: id }} className={classes.link}>
          {description ?? entryKinds[kind]}
        </Link>
        <span>{about.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.amount} data-in={isIn || undefined}>
        {formatSignedMoney(operation)}
      </span>
    </li>
  );
}
