import { useActiveOrganization } from '../../queries/active-organization.ts';
import { Moment } from '../../ui/moment.tsx';

/** A moment in the person's time zone. */
export function PaymentTime({ at }: { at: string }) {
  return <Moment at={at} timezone={useActiveOrganization().timezone} />;
}
