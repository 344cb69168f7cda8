import type { getHelpAsStaff } from '@kazna/contract/admin/help';
import { deleteHelpArticle } from '@kazna/contract/admin/help';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { StaffOnly } from '../staff.tsx';
import { ArticleForm } from './article-form.tsx';
import classes from './help.module.css';
import { PublishedMark } from './help-page.tsx';
import { articleQuery, helpQuery, refreshHelp } from './queries.ts';

const back = <LinkAnchor to="/admin/help">← Справка</LinkAnchor>;

/** `replaces` is the slug of an article of the product, whose text is the beginning. */
export function NewArticlePage({ replaces }: { replaces?: string | undefined }) {
  const { data, error, refetch } = useQuery({ ...helpQuery(), enabled: replaces !== undefined });
  const replaced = data?.builtIn.find(({ slug }) => slug === replaces);
  return (
    <AdminPage
      title={replaces === undefined ? 'Новая статья' : 'Своя статья вместо нашей'}
      explanation={replaced && `Вместо статьи «${replaced.title}»`}
      back={back}
    >
      <StaffOnly permission="admin.manage">
        {error && !data ? (
          <QueryFailure what="Статья не загрузилась" error={error} onRetry={() => void refetch()} />
        ) : replaces === undefined || replaced ? (
          <ArticleForm replaced={replaced} />
        ) : data ? (
          <p>Такой статьи нет.</p>
        ) : (
          <SkeletonText lines={12} />
        )}
      </StaffOnly>
    </AdminPage>
  );
}

export function ArticlePage({ articleId }: { articleId: string }) {
  const { data: article, error, refetch } = useQuery(articleQuery(articleId));
  return (
    <AdminPage
      title={article?.title ?? 'Статья справки'}
      beside={article && <PublishedMark isPublished={article.isPublished} />}
      back={back}
    >
      <StaffOnly permission="admin.manage">
        {error && !article ? (
          <QueryFailure what="Статья не загрузилась" error={error} onRetry={() => void refetch()} />
        ) : article ? (
          <ArticleForm key={article.id} article={article} remove={<Delete article={article} />} />
        ) : (
          <SkeletonText lines={12} />
        )}
      </StaffOnly>
    </AdminPage>
  );
}

function Delete({ article: { id, title } }: { article: Answer<typeof getHelpAsStaff> }) {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button variant="subtle" className={classes.danger} onClick={() => setIsAsked(true)}>
        Удалить
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Удалить статью «${title}»?`}
        action="Удалить"
        isDangerous
        onConfirm={async () => {
          await call(deleteHelpArticle, { params: { articleId: id } });
          showToast({ kind: 'success', message: 'Статья удалена', detail: title });
          await navigate({ to: '/admin/help' });
          await refreshHelp();
        }}
      >
        <p>
          Вернуть её будет нельзя, ссылки на неё перестанут работать. Если она заменяла статью о кабинете, клиенты снова
          увидят ту.
        </p>
      </ConfirmDialog>
    </>
  );
}
