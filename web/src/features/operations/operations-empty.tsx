import { StackDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingFiltered } from '../../ui/lists/filter-bar.tsx';

interface OperationsEmptyProps {
  isFiltered: boolean;
  canTopUp: boolean;
  onClear: () => void;
}

export function OperationsEmpty({ isFiltered, canTopUp, onClear }: OperationsEmptyProps) {
  if (isFiltered) return <NothingFiltered what="операций" onClear={onClear} />;
  const topUp = canTopUp && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<StackDrawing />} title="Операций пока нет" action={topUp}>
      Пополните баланс, и здесь появится первая операция.
    </Empty>
  );
}
