import { formatDateTime, formatRecentTime } from '../format/date.ts';

/** A moment as people say it, with the full date on hover. */
export function Moment({ at, timezone }: { at: string; timezone: string | undefined }) {
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatRecentTime(at, timezone)}
    </time>
  );
}
