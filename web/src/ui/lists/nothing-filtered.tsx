import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { CompassDrawing } from '../drawings.tsx';
import { Empty } from '../feedback/empty.tsx';

/** `what` in the genitive plural: «платежей». */
export function NothingFiltered({ what, onClear }: { what: string; onClear: () => void }) {
  const clear = <Button onClick={onClear}>Сбросить фильтры</Button>;
  return (
    <Empty drawing={<CompassDrawing />} title={`С такими фильтрами ${what} нет`} action={clear}>
      Измените их или сбросьте.
    </Empty>
  );
}
