import { LinkAnchor } from '../../ui/links.tsx';
import type { InvoiceObstacle } from './use-invoice-offer.ts';

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
