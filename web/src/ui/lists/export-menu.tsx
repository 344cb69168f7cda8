import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Popover } from '../dialogs/popover.tsx';
import { DownloadIcon } from '../icons.tsx';
import classes from './export-menu.module.css';
import { ExportProgress } from './export-progress.tsx';
import { type ExportFormat, type FetchFile, formatBytes, useExport } from './use-export.ts';

const formatLabels: Record<ExportFormat, string> = { xlsx: 'Excel (XLSX)', csv: 'Таблица CSV' };

/** Exports exactly the filtered rows. */
export function ExportMenu({ fetchFile }: { fetchFile: FetchFile }) {
  const { receivedBytes, start, cancel } = useExport(fetchFile);
  if (receivedBytes !== undefined) {
    return <ExportProgress done={formatBytes(receivedBytes)} onCancel={cancel} />;
  }
  const content = (
    <>
      <DownloadIcon size={18} />
      Выгрузить
    </>
  );
  return (
    <Popover label="Вид файла" button={{ className: classes.export, content }}>
      {(close) => (
        <div className={classes.formats}>
          {Object.entries(formatLabels).map(([format, words]) => (
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
    </Popover>
  );
}
