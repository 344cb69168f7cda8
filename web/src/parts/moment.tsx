import { formatDateTime, formatRecentTime, formatTime } from '../format/date.ts';
import { useTimezone } from '../queries/profile.ts';

/** Relative time in the person's time zone, with the full date on hover. */
export function Moment({ at }: { at: string }) {
  const timezone = useTimezone();
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatRecentTime(at, timezone)}
    </time>
  );
}

/** «15:04» of a row under its day, with the full date on hover. */
export function TimeOfDay({ at, timezone }: { at: string; timezone: string | undefined }) {
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatTime(at, timezone)}
    </time>
  );
}
