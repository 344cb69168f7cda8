import { Button } from '@mantine/core';
import { LinkButton } from '../../ui/links.tsx';
import classes from './payments-page.module.css';

interface PaymentsEmptyProps {
  isFiltered: boolean;
  canCreate: boolean;
  onClear: () => void;
}

export function PaymentsEmpty({ isFiltered, canCreate, onClear }: PaymentsEmptyProps) {
  return (
    <div className={classes.empty} role="status">
      <EmptyPicture />
      {isFiltered ? (
        <>
          <p>По этим условиям платежей нет.</p>
          <Button variant="light" onClick={onClear}>
            Сбросить условия
          </Button>
        </>
      ) : (
        <>
          <p>Платежей пока нет. Пополните баланс картой или через СБП, и первый платёж появится здесь.</p>
          {canCreate && (
            <LinkButton to="/payments/create" variant="light">
              Пополнить
            </LinkButton>
          )}
        </>
      )}
    </div>
  );
}

function EmptyPicture() {
  return (
    <svg aria-hidden="true" width="144" height="88" viewBox="0 0 144 88" fill="none">
      <rect x="1" y="9" width="120" height="70" rx="8" className={classes.sheet} />
      <path d="M17 31h40M17 45h56M17 59h32" className={classes.lines} strokeWidth="6" strokeLinecap="round" />
      <circle cx="112" cy="36" r="26" className={classes.coin} />
      <path
        d="M105 24v24M120 24l-11 12 11 12"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
