import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingFiltered } from '../../ui/lists/nothing-filtered.tsx';

interface PaymentsEmptyProps {
  isFiltered: boolean;
  canCreate: boolean;
  onClear: () => void;
}

export function PaymentsEmpty({ isFiltered, canCreate, onClear }: PaymentsEmptyProps) {
  if (isFiltered) return <NothingFiltered what="платежей" onClear={onClear} />;
  const topUp = canCreate && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<ReceiptDrawing />} title="Платежей пока нет" action={topUp}>
      Пополните баланс картой или через СБП, и первый платёж появится здесь.
    </Empty>
  );
}
