import { formatDateTime, formatRecentTime } from '../../format/date.ts';
import { useActiveOrganization } from './use-active-organization.ts';

/** A moment in the person's time zone, with the full date on hover. */
export function PaymentTime({ at }: { at: string }) {
  const { timezone } = useActiveOrganization();
  return (
    <time dateTime={at} title={formatDateTime(at, timezone)}>
      {formatRecentTime(at, timezone)}
    </time>
  );
}
