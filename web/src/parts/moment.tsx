import { formatDateTime, formatRecentTime } from '../format/date.ts';
import { useTimezone } from '../queries/timezone.ts';

/** Relative time in the person's time zone, with the full date on hover. */
export function Moment({ at }: { at: string }) {
  const timezone = useTimezone();
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatRecentTime(at, timezone)}
    </time>
  );
}
