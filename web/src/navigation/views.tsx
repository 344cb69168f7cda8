import { Button } from '@mantine/core';
import { CompassDrawing, ReceiptDrawing, UnpluggedDrawing } from '../ui/drawings.tsx';
import { LinkButton } from '../ui/links.tsx';
import classes from './views.module.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useId, useState, useSyncExternalStore } from 'react';

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

export const HasMain = createContext(false);

/** Renders `main` only when no surrounding page has one. */
function Landmark({ children }: { children: ReactNode }) {
  if (useContext(HasMain)) return <div className={classes.view}>{children}</div>;
  return <main className={`${classes.view} ${classes.alone}`}>{children}</main>;
}

export function PendingView() {
  return (
    <Landmark>
      <div className={classes.lines} role="status" aria-label="Страница загружается">
        <span />
        <span />
        <span />
      </div>
    </Landmark>
  );
}

export function NotFoundView() {
  return (
    <Landmark>
      <CompassDrawing />
      <h1>Not Found</h1>
      <p className={classes.secondary}>
        Такой страницы нет или она вам недоступна. Проверьте адрес или начните с главной.
      </p>
      <LinkButton to="/">На главную</LinkButton>
    </Landmark>
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Returns false when the browser knows that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
