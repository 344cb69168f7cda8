import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import classes from './export-progress.module.css';

interface ExportProgressProps {
  /** Progress text: «120 КБ». */
  done: string;
  onCancel: () => void;
}

export function ExportProgress({ done, onCancel }: ExportProgressProps) {
  return (
    <div className={classes.exporting}>
      <span role="status">
        Выгружаем: {done}
        <progress aria-label="Выгрузка" />
      </span>
      <Button variant="default" size="sm" onClick={onCancel}>
        Отменить
      </Button>
    </div>
  );
}
