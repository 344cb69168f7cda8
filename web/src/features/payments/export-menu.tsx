import type { PaymentFilter } from '@kazna/contract/payments';
import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { DownloadIcon } from './payment-icons.tsx';
import classes from './payments-page.module.css';
import { formatBytes, useExport } from './use-export.ts';

/** Takes out just what the conditions select. */
export function ExportMenu({ filter }: { filter: PaymentFilter }) {
  const { receivedBytes, start, cancel } = useExport(filter);
  if (receivedBytes !== undefined) {
    return (
      <div className={classes.exporting}>
        <span role="status">
          Выгружаем: {formatBytes(receivedBytes)}
          <progress aria-label="Выгрузка" />
        </span>
        <Button variant="default" size="sm" onClick={cancel}>
          Отменить
        </Button>
      </div>
    );
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<DownloadIcon size={18} />}>
          Выгрузить
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => start('csv')}>Таблица CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
