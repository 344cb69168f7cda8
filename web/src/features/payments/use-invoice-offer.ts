import { getInvoiceReadiness } from '@kazna/contract/cabinet/documents';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { activeMembership } from '../../queries/active-membership.ts';
import { profileQuery } from '../../queries/profile.ts';

export type InvoiceObstacle = 'requisites_required' | 'invoices_not_ready';

interface InvoiceOffer {
  /** Persons pay by card only. */
  isOffered: boolean;
  obstacle: InvoiceObstacle | undefined;
  organizationId: string | undefined;
}

export function useInvoiceOffer(): InvoiceOffer {
  const { data: profile } = useQuery(profileQuery());
  const active = activeMembership(profile);
  const organizationId = active?.organizationId;
  const isOffered = active !== undefined && active.kind !== 'person';
  const { data } = useQuery({
    queryKey: ['organization', organizationId, 'invoice-readiness'],
    queryFn: () => call(getInvoiceReadiness),
    enabled: isOffered,
  });
  const obstacle = data && data.readiness !== 'ready' ? data.readiness : undefined;
  return { isOffered, obstacle, organizationId };
}
