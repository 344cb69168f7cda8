import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { infoQuery, legalTextQuery, versionLine } from '../../queries/info.ts';
import { Drawer } from '../../ui/dialogs/drawer.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { Contacts } from './contacts.tsx';
import classes from './legal-drawer.module.css';

interface LegalDrawerProps {
  document: LegalDocument | 'contacts';
  isOpen: boolean;
  onClose: () => void;
}

const titles: Record<LegalDocument | 'contacts', string> = {
  contacts: 'Контакты',
  offer: 'Оферта',
  'personal-data': 'Согласие на обработку данных',
  privacy: 'Политика обработки данных',
  advertising: 'Согласие на рекламу',
  'automatic-charges': 'Согласие на списания',
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

function ContactsText() {
  const { data: info, error, refetch } = useQuery(infoQuery(), queryClient);
  if (error && !info)
    return <QueryFailure what="Контакты не загрузились" error={error} onRetry={() => void refetch()} />;
  return info ? <Contacts operator={info.operator} /> : <SkeletonText lines={3} />;
}

export function LegalDrawer({ document, isOpen, onClose }: LegalDrawerProps) {
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      position="right"
      size={640}
      title={titles[document]}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      transitionProps={{ duration: 150 }}
    >
      {document === 'contacts' ? <ContactsText /> : <DocumentText document={document} />}
    </Drawer>
  );
}
