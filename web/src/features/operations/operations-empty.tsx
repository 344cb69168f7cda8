import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { CompassDrawing, StackDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';

interface OperationsEmptyProps {
  isFiltered: boolean;
  canTopUp: boolean;
  onClear: () => void;
}

export function OperationsEmpty({ isFiltered, canTopUp, onClear }: OperationsEmptyProps) {
  if (isFiltered) {
    const clear = <Button onClick={onClear}>Сбросить фильтры</Button>;
    return (
      <Empty drawing={<CompassDrawing />} title="С такими фильтрами операций нет" action={clear}>
        Измените их или сбросьте.
      </Empty>
    );
  }
  const topUp = canTopUp && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<StackDrawing />} title="Операций пока нет" action={topUp}>
      Пополните баланс, и здесь появится первая операция.
    </Empty>
  );
}
