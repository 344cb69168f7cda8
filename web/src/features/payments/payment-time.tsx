import { Moment } from '../../ui/moment.tsx';
import { useActiveOrganization } from './use-active-organization.ts';

/** A moment in the person's time zone. */
export function PaymentTime({ at }: { at: string }) {
  return <Moment at={at} timezone={useActiveOrganization().timezone} />;
}
