import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { useQuery } from '@tanstack/react-query';
import { legalTextQuery, versionLine } from '../../queries/info.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';

const titles: Record<LegalDocument, string> = {
  offer: 'Условия оферты',
  'personal-data': 'Согласие на обработку персональных данных',
  privacy: 'Политика обработки персональных данных',
  advertising: 'Согласие на получение рекламы',
  'automatic-charges': 'Согласие на автоматические списания',
};

export function LegalTextPage({ document }: { document: LegalDocument }) {
  const { data: text, error, refetch } = useQuery(legalTextQuery(document));
  return (
    <Page
      isNarrow
      title={text?.title ?? titles[document]}
      explanation={text ? versionLine(text.version) : ' '}
      back={<LinkAnchor to="/info">← Информация</LinkAnchor>}
    >
      {error && !text ? (
        <QueryFailure what="Текст не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card>{text ? <Markdown source={text.markdown} /> : <SkeletonText lines={12} />}</Card>
      )}
    </Page>
  );
}
