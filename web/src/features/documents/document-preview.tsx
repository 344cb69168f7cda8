import {
  type DocumentKind,
  exchangedKinds,
  getDocumentFile,
  getDocumentXml,
  getXmlReadiness,
} from '@kazna/contract/cabinet/documents';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { MissingForXml, useXmlReadiness } from '../../parts/document-files.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { LoadedDialog } from '../../ui/dialogs/loaded-dialog.tsx';
import { Popover } from '../../ui/dialogs/popover.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import icon from '../../ui/icon-button.module.css';
import { DownloadIcon, PlusIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/lists/use-file-task.ts';
import { QueryFailure } from '../../ui/page.tsx';
import { exchangeHints } from './document-columns.tsx';
import classes from './document-preview.module.css';
import { PdfPages } from './pdf-pages.tsx';

const zooms = [1, 1.5, 2, 3];

interface PreviewedDocument {
  id: string;
  kind: DocumentKind;
  /** «УПД № 2026-000017». */
  title: string;
}

interface DocumentPreviewProps {
  document: PreviewedDocument;
  isOpen: boolean;
  onClose: () => void;
}

/** The pages of the stored file itself, in a window: phones open PDF in another program or not at all. */
export function DocumentPreview({ document, isOpen, onClose }: DocumentPreviewProps) {
  return (
    <LoadedDialog isOpen={isOpen} onClose={onClose} title={document.title} width={960}>
      <Preview key={document.id} document={document} />
    </LoadedDialog>
  );
}

function Preview({ document: { id, kind, title } }: { document: PreviewedDocument }) {
  const [zoom, setZoom] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', 'file', id],
    queryFn: ({ signal }) =>
      download(getDocumentFile, { params: { documentId: id } }, { signal, onProgress: () => undefined }),
    // The file of a document never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = () => {
    setFailure(undefined);
    void refetch();
  };
  return (
    <>
      <div className={classes.bar}>
        <Button
          leftSection={<DownloadIcon size={18} />}
          disabled={!data}
          onClick={() => data && saveFile(data.name, data.content)}
        >
          Скачать PDF
        </Button>
        {exchangedKinds.includes(kind) && <XmlFile documentId={id} />}
        <Zoom step={zoom} onChange={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={classes.pages} aria-label={`Страницы: ${title}`} tabIndex={0}>
        {failure || (error && !data) ? (
          <QueryFailure what="Документ не открылся" error={error ?? failure} onRetry={retry} />
        ) : data ? (
          <PdfPages content={data.content} zoom={zooms[zoom] as number} onFailure={setFailure} />
        ) : (
          <SkeletonText lines={12} />
        )}
      </section>
    </>
  );
}

function Zoom({ step, onChange }: { step: number; onChange: (step: number) => void }) {
  // The last step keeps its button enabled: disabling a focused button would lose the focus.
  const buttonTo = (next: number) => ({
    type: 'button' as const,
    className: icon.button,
    'aria-disabled': zooms[next] === undefined,
    onClick: () => zooms[next] !== undefined && onChange(next),
  });
  return (
    <span className={classes.zoom}>
      <button {...buttonTo(step - 1)} aria-label="Мельче">
        <Icon size={18}>
          <path d="M5 12h14" />
        </Icon>
      </button>
      <span aria-live="polite">{(zooms[step] as number) * 100}&nbsp;%</span>
      <button {...buttonTo(step + 1)} aria-label="Крупнее">
        <PlusIcon size={18} />
      </button>
    </span>
  );
}

function XmlFile({ documentId }: { documentId: string }) {
  const xml = useDownload(getDocumentXml, documentId);
  const missing = useXmlReadiness(getXmlReadiness, documentId);
  if (missing && missing.length > 0) {
    return (
      <Popover label="Чего не хватает для XML" button={{ className: classes.missing, content: 'XML для ЭДО' }}>
        {() => <MissingForXml missing={missing} hints={exchangeHints} />}
      </Popover>
    );
  }
  return (
    <Button variant="subtle" disabled={!missing} aria-busy={xml.isPending} onClick={xml.run}>
      XML для ЭДО
    </Button>
  );
}
