import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Page } from '../../ui/page.tsx';

/** The same text for a missing invoice and another organization's. */
export function UnknownInvoice() {
  return (
    <Page title="Счёт не найден">
      <Empty
        drawing={<CompassDrawing />}
        title="Такого счёта нет"
        action={<LinkButton to="/documents">К документам</LinkButton>}
      >
        Или он выставлен другой организации. Если вы состоите в нескольких, переключитесь на нужную.
      </Empty>
    </Page>
  );
}
