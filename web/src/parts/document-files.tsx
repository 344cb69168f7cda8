import type {
  getDocumentFileAsStaff,
  getDocumentXmlAsStaff,
  getXmlReadinessAsStaff,
} from '@kazna/contract/admin/documents';
import type { getDocumentFile, getDocumentXml, getXmlReadiness } from '@kazna/contract/cabinet/documents';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { call } from '../api/client.ts';
import { Popover } from '../ui/dialogs/popover.tsx';
import { SkeletonText } from '../ui/feedback/skeleton-line.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import classes from './document-files.module.css';
import { useDownload } from './use-download.ts';

interface DocumentFilesProps {
  documentId: string;
  /** «УПД № 2026-000017». */
  title: string;
  endpoints: {
    file: typeof getDocumentFile | typeof getDocumentFileAsStaff;
    xml: typeof getDocumentXml | typeof getDocumentXmlAsStaff;
    readiness: typeof getXmlReadiness | typeof getXmlReadinessAsStaff;
  };
  /** What to do about fields whose names begin so: `seller`, `buyer.edo`. */
  hints: Record<string, string>;
  className: string;
}

/** A document as PDF, or as the file that is uploaded to an operator of electronic exchange. */
export function DocumentFiles({ className, title, ...rest }: DocumentFilesProps) {
  const button = { className, content: <DownloadIcon size={18} />, label: `Скачать: ${title}` };
  return (
    <Popover label="Вид файла" button={button} className={classes.menu}>
      {(close) => <Files {...rest} onDone={close} />}
    </Popover>
  );
}

type FilesProps = Omit<DocumentFilesProps, 'title' | 'className'> & { onDone: () => void };

function Files({ documentId, endpoints, hints, onDone }: FilesProps) {
  const file = useDownload(endpoints.file, documentId, onDone);
  const xml = useDownload(endpoints.xml, documentId, onDone);
  const missing = useXmlReadiness(endpoints.readiness, documentId);
  return (
    <>
      <Button variant="subtle" justify="start" aria-busy={file.isPending} onClick={file.run}>
        PDF
      </Button>
      {!missing ? (
        <SkeletonText lines={1} />
      ) : missing.length === 0 ? (
        <Button variant="subtle" justify="start" aria-busy={xml.isPending} onClick={xml.run}>
          XML для ЭДО
        </Button>
      ) : (
        <MissingForXml missing={missing} hints={hints} />
      )}
    </>
  );
}

type MissingField = { path: string; message: string };

/** What the document lacks to be made as XML; undefined while loading. Where that fails, the download says why. */
export function useXmlReadiness(
  endpoint: DocumentFilesProps['endpoints']['readiness'],
  documentId: string,
): MissingField[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ['documents', 'xml-readiness', endpoint.path, documentId],
    queryFn: () => call(endpoint, { params: { documentId } }),
    // The requisites may have been filled in meanwhile.
    staleTime: 0,
  });
  return isError ? [] : data?.missing;
}

export function MissingForXml({ missing, hints }: Pick<FilesProps, 'hints'> & { missing: MissingField[] }) {
  const needed = Object.keys(hints).filter((start) => missing.some(({ path }) => path.startsWith(start)));
  // The sums themselves have no place in the format.
  const isFinal = missing.some(({ path }) => path === 'lines');
  return (
    <div className={classes.missing}>
      <p className={classes.title}>
        {isFinal ? 'Файла XML для ЭДО нет:' : 'XML для ЭДО пока не составить. Не хватает:'}
      </p>
      <ul>
        {missing.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
      </ul>
      {needed.map((start) => (
        <p key={start}>{hints[start]}</p>
      ))}
    </div>
  );
}
