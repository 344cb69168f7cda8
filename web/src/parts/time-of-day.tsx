import { formatDateTime, formatTime } from '../format/date.ts';

/** «15:04» of a row under its day, with the full date on hover. */
export function TimeOfDay({ at, timezone }: { at: string; timezone: string | undefined }) {
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatTime(at, timezone)}
    </time>
  );
}
