import { useTimezone } from '../../queries/timezone.ts';
import { Moment as TimedMoment } from '../../ui/moment.tsx';

/** A moment in the operator's time zone. */
export function Moment({ at }: { at: string }) {
  return <TimedMoment at={at} timezone={useTimezone()} />;
}
