import type { PaymentFilter } from '@kazna/contract/payments';
import { Button } from '@mantine/core';
import { ExportProgress } from '../../ui/export-progress.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import classes from './payments-page.module.css';
import { Popup } from './popup.tsx';
import { type ExportFormat, formatBytes, useExport } from './use-export.ts';

const formatWords: Record<ExportFormat, string> = { xlsx: 'Excel (XLSX)', csv: 'Таблица CSV' };

/** Takes out just what the conditions select. */
export function ExportMenu({ filter }: { filter: PaymentFilter }) {
  const { receivedBytes, start, cancel } = useExport(filter);
  if (receivedBytes !== undefined) {
    return <ExportProgress done={formatBytes(receivedBytes)} onCancel={cancel} />;
  }
  const face = (
    <>
      <DownloadIcon size={18} />
      Выгрузить
    </>
  );
  return (
    <Popup label="Вид файла" className={classes.export} face={face}>
      {(close) => (
        <div className={classes.formats}>
          {Object.entries(formatWords).map(([format, words]) => (
            <Button
              key={format}
              variant="subtle"
              onClick={() => {
                close();
                start(format as ExportFormat);
              }}
            >
              {words}
            </Button>
          ))}
        </div>
      )}
    </Popup>
  );
}
