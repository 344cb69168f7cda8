import { getInvoiceReadiness } from '@kazna/contract/cabinet/documents';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { activeMembership, profileQuery } from '../../queries/profile.ts';
import { LinkAnchor } from '../../ui/links.tsx';

type InvoiceObstacle = 'requisites_required' | 'invoices_not_ready';

interface InvoiceOffer {
  /** Persons pay by card only. */
  isOffered: boolean;
  obstacle: InvoiceObstacle | undefined;
  organizationId: string | undefined;
}

export function useInvoiceOffer(isWanted: boolean): InvoiceOffer {
  const { data: profile } = useQuery(profileQuery());
  const active = activeMembership(profile);
  const organizationId = active?.organizationId;
  const isOffered = isWanted && active !== undefined && active.kind !== 'person';
  const { data } = useQuery({
    queryKey: keys.invoiceReadiness(organizationId),
    queryFn: () => call(getInvoiceReadiness),
    enabled: isOffered,
  });
  const obstacle = data && data.readiness !== 'ready' ? data.readiness : undefined;
  return { isOffered, obstacle, organizationId };
}

interface InvoiceObstacleTextProps {
  obstacle: InvoiceObstacle;
  organizationId: string | undefined;
}

/** Links open beside: what is typed in the form stays. */
export function InvoiceObstacleText({ obstacle, organizationId }: InvoiceObstacleTextProps) {
  if (obstacle === 'invoices_not_ready') {
    return (
      <>
        Счёт пока не выставить: мы ещё не заполнили реквизиты. Заплатите картой или{' '}
        <LinkAnchor to="/info/contacts" target="_blank" underline="always">
          напишите в поддержку
        </LinkAnchor>
        .
      </>
    );
  }
  return (
    <>
      Чтобы выставить счёт, нужен ИНН организации.{' '}
      <LinkAnchor
        to="/organization/$id"
        params={{ id: organizationId ?? '' }}
        search={{ tab: 'requisites' }}
        target="_blank"
        underline="always"
      >
        Заполните реквизиты
      </LinkAnchor>{' '}
      или заплатите картой.
    </>
  );
}
