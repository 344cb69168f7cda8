import { useTimezone } from '../../queries/timezone.ts';
import { Moment as TimedMoment } from '../../ui/moment.tsx';

export function Moment({ at }: { at: string }) {
  return <TimedMoment at={at} timezone={useTimezone()} />;
}
