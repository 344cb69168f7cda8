import { getHelpArticle } from '@kazna/contract/cabinet/help';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { formatDate } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';

export function HelpArticlePage({ slug }: { slug: string }) {
  const {
    data: article,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.helpArticle(slug),
    queryFn: ({ signal }) => call(getHelpArticle, { params: { slug } }, signal),
  });
  const back = <LinkAnchor to="/info/help">← Справка</LinkAnchor>;
  if (error && !article) {
    if (['not_found', 'validation_failed'].includes(asProblem(error).code)) return <WithoutArticle />;
    return (
      <Page isNarrow title="Справка" back={back}>
        <QueryFailure what="Статья не загрузилась" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      isNarrow
      back={back}
      title={article?.title ?? <SkeletonLine width={260} />}
      explanation={article?.updatedAt && `Обновлено ${formatDate(article.updatedAt)}`}
    >
      <Card>{article ? <Markdown source={article.markdown} staysHere /> : <SkeletonText lines={12} />}</Card>
      <p>
        Не нашли ответа? <LinkAnchor to="/requests/new">Напишите в поддержку</LinkAnchor>
      </p>
    </Page>
  );
}

/** Of a hidden or removed article, to which «?» of its page and links still lead. */
function WithoutArticle() {
  useEffect(() => {
    showToast({
      kind: 'info',
      message: 'Этой статьи сейчас нет',
      detail: 'Поищите ответ в остальных или спросите нас.',
    });
  }, []);
  return <Navigate to="/info/help" search={{}} replace />;
}
