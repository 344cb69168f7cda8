import type { Document } from '@kazna/contract/cabinet/documents';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Popover } from '../../ui/dialogs/popover.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import classes from '../../ui/lists/export.module.css';
import { AccountantLettersDialog } from './accountant-letters-dialog.tsx';
import { CloseMonthDialog } from './close-month-dialog.tsx';
import { ReconciliationDialog } from './reconciliation-dialog.tsx';

const requests = {
  reconciliation: 'Акт сверки',
  month: 'Документ за месяц',
  accountant: 'Бухгалтеру каждый месяц',
} as const;

/** Documents that come by themselves once a month may be wanted sooner, or for another period. */
export function RequestDocumentMenu({ onMade }: { onMade: (document: Document) => void }) {
  const [open, setOpen] = useState<keyof typeof requests>();
  const close = () => setOpen(undefined);
  const content = (
    <>
      <PlusIcon size={18} />
      Запросить
    </>
  );
  return (
    <>
      <Popover label="Какой документ" button={{ className: classes.export, content }}>
        {(hide) => (
          <div className={classes.formats}>
            <LinkButton to="/payments/create" search={{ method: 'invoice' }} variant="subtle">
              Счёт на оплату
            </LinkButton>
            {Object.entries(requests).map(([request, label]) => (
              <Button
                key={request}
                variant="subtle"
                onClick={() => {
                  hide();
                  setOpen(request as keyof typeof requests);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </Popover>
      <ReconciliationDialog isOpen={open === 'reconciliation'} onClose={close} onMade={onMade} />
      <CloseMonthDialog isOpen={open === 'month'} onClose={close} onMade={onMade} />
      <AccountantLettersDialog isOpen={open === 'accountant'} onClose={close} />
    </>
  );
}
