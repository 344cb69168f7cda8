import { Button } from '@mantine/core';
import { CompassDrawing, ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';

interface PaymentsEmptyProps {
  isFiltered: boolean;
  canCreate: boolean;
  onClear: () => void;
}

export function PaymentsEmpty({ isFiltered, canCreate, onClear }: PaymentsEmptyProps) {
  if (isFiltered) {
    const clear = <Button onClick={onClear}>Сбросить фильтры</Button>;
    return (
      <Empty drawing={<CompassDrawing />} title="С такими фильтрами платежей нет" action={clear}>
        Измените их или сбросьте.
      </Empty>
    );
  }
  const topUp = canCreate && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<ReceiptDrawing />} title="Платежей пока нет" action={topUp}>
      Пополните баланс картой или через СБП, и первый платёж появится здесь.
    </Empty>
  );
}
