import { formatCount } from '../../format/plural.ts';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';
import { transfersTab } from './search.ts';

interface PaymentsEmptyProps {
  isFiltered: boolean;
  /** Bank transfers, which have a list of their own. */
  transfers: number;
  canCreate: boolean;
  onClear: () => void;
}

export function PaymentsEmpty({ isFiltered, transfers, canCreate, onClear }: PaymentsEmptyProps) {
  if (transfers > 0) {
    const show = (
      <LinkButton to="/payments" search={{ status: transfersTab }}>
        Показать переводы
      </LinkButton>
    );
    return (
      <Empty drawing={<ReceiptDrawing />} title="Картой и через СБП не платили" action={show}>
        Деньги пришли из банка: {formatCount(transfers, ['перевод', 'перевода', 'переводов'])}.
      </Empty>
    );
  }
  if (isFiltered) return <NothingFiltered what="платежей" onClear={onClear} />;
  const topUp = canCreate && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<ReceiptDrawing />} title="Платежей пока нет" action={topUp}>
      Пополните баланс картой или через СБП, и первый платёж появится здесь.
    </Empty>
  );
}
