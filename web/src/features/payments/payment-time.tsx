import { useActiveOrganization } from '../../queries/active-organization.ts';
import { Moment } from '../../ui/moment.tsx';

export function PaymentTime({ at }: { at: string }) {
  return <Moment at={at} timezone={useActiveOrganization().timezone} />;
}
