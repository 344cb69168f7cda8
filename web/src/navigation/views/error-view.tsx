import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ReceiptDrawing, UnpluggedDrawing } from '../../ui/drawings.tsx';
import { useOnline } from '../../ui/use-online.ts';
import classes from './landmark.module.css';
import { Landmark } from './landmark.tsx';

export function ErrorView({ error }: ErrorComponentProps) {
  const [isShown, setIsShown] = useState(false);
  const isOnline = useOnline();
  const detailsId = useId();
  return (
    <Landmark>
      {isOnline ? <ReceiptDrawing /> : <UnpluggedDrawing />}
      <h1>Something went wrong!</h1>
      <p className={classes.secondary}>
        {isOnline
          ? 'Страница не открылась. С деньгами ничего не случилось. Обновите её, а если не поможет, вернитесь через несколько минут.'
          : 'Страница не открылась: нет связи. Проверьте подключение к интернету и обновите её.'}
      </p>
      <div className={classes.actions}>
        <Button onClick={() => location.reload()}>Обновить страницу</Button>
        <Button
          variant="default"
          aria-expanded={isShown}
          aria-controls={detailsId}
          onClick={() => setIsShown((shown) => !shown)}
        >
          {isShown ? 'Скрыть ошибку' : 'Показать ошибку'}
        </Button>
      </div>
      <pre id={detailsId} className={classes.details} hidden={!isShown}>
        {textOfError(error)}
      </pre>
    </Landmark>
  );
}

/** Failed calls reject with the server's problem, which is not an Error. */
function textOfError(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : JSON.stringify(error, null, 2);
}
