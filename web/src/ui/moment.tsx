import { formatDateTime, formatRecentTime } from '../format/date.ts';

/** Relative time, with the full date on hover. */
export function Moment({ at, timezone }: { at: string; timezone: string | undefined }) {
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatRecentTime(at, timezone)}
    </time>
  );
}
