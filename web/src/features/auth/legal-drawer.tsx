import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { legalTextQuery, versionLine } from '../../queries/info.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './legal-drawer.module.css';

interface LegalDrawerProps {
  document: LegalDocument;
  isOpen: boolean;
  onClose: () => void;
}

const titles: Record<LegalDocument, string> = {
  offer: 'Оферта',
  'personal-data': 'Согласие на обработку данных',
  privacy: 'Политика обработки данных',
};

function DocumentText({ document }: { document: LegalDocument }) {
  const { data: text, error, refetch } = useQuery(legalTextQuery(document), queryClient);
  if (error && !text) {
    return <QueryFailure what="Текст не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (!text) return <SkeletonText lines={12} />;
  return (
    <>
      <p className={classes.version}>{versionLine(text.version)}</p>
      <Markdown source={text.markdown} headingOffset={1} />
    </>
  );
}

export function LegalDrawer({ document, isOpen, onClose }: LegalDrawerProps) {
  // Mounts closed first: Mantine restores the focus only for a drawer that it saw opening.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      position="right"
      size={640}
      title={titles[document]}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      // Without a role, the header element would be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
      transitionProps={{ duration: 150 }}
    >
      <DocumentText document={document} />
    </Drawer>
  );
}
