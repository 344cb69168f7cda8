import { type AdminHelpArticle, orderHelp } from '@kazna/contract/admin/help';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkButton } from '../../ui/links.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon, EyeOffIcon } from '../../ui/visitor-icons.tsx';
import { AdminPage } from '../admin-page.tsx';
import rowTitle from '../row-title.module.css';
import { useStaff } from '../staff.tsx';
import { BuiltInArticles } from './built-in-articles.tsx';
import classes from './help.module.css';
import { helpQuery, refreshHelp } from './queries.ts';

export function HelpPage() {
  const { can } = useStaff();
  const { data, error, refetch } = useQuery(helpQuery());
  const mayEdit = can('admin.manage');
  const add = <LinkButton to="/admin/help/new">Написать статью</LinkButton>;
  return (
    <AdminPage
      title="Справка"
      explanation={`Статьи, которые клиенты читают в кабинете${mayEdit ? '' : '. Пишет и меняет их администратор'}`}
      action={mayEdit && data && data.items.length > 0 && add}
    >
      {error && !data ? (
        <QueryFailure what="Статьи не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={12} />
      ) : (
        <>
          <section className={classes.section} aria-labelledby="own-articles">
            <h2 id="own-articles">Ваши статьи</h2>
            {data.items.length > 0 ? (
              <OwnArticles articles={data.items} mayEdit={mayEdit} />
            ) : (
              <Empty drawing={<CompassDrawing />} title="Своих статей пока нет" action={mayEdit && add}>
                Напишите о том, чего кабинет о вашей компании не знает: как с вами связаться, что входит в услуги, как
                вернуть деньги.
              </Empty>
            )}
          </section>
          <BuiltInArticles articles={data.builtIn} mayEdit={mayEdit} />
        </>
      )}
    </AdminPage>
  );
}

export function PublishedMark({ isPublished }: { isPublished: boolean }) {
  return isPublished ? (
    <StatusMark tone="success" icon={<CheckIcon />}>
      Опубликована
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon={<EyeOffIcon />}>
      Черновик
    </StatusMark>
  );
}

function OwnArticles({ articles, mayEdit }: { articles: readonly AdminHelpArticle[]; mayEdit: boolean }) {
  const { failure, run } = useAction(async (moved: { id: string; by: 1 | -1 }) => {
    await call(orderHelp, { body: { articleIds: movedOrder(articles, moved) } });
    await refreshHelp();
  });
  const columns: RecordColumn<AdminHelpArticle>[] = [
    {
      title: 'Статья',
      render: ({ id, title, slug }) => (
        <span className={rowTitle.main}>
          <Link to="/admin/help/$articleId" params={{ articleId: id }} className={rowTitle.link} data-row-link>
            {title}
          </Link>
          <span className={rowTitle.secondary}>/info/help/{slug}</span>
        </span>
      ),
    },
    {
      title: 'Состояние',
      width: '180px',
      render: ({ isPublished }) => <PublishedMark isPublished={isPublished} />,
    },
    { title: 'Изменена', width: '180px', render: ({ updatedAt }) => <Moment at={updatedAt} /> },
    {
      title: 'Порядок',
      isTitleHidden: true,
      width: '190px',
      render: (article) =>
        mayEdit && (
          <span className={classes.moves}>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                size="sm"
                variant="default"
                aria-label={`${by < 0 ? 'Выше' : 'Ниже'}: ${article.title}`}
                aria-disabled={articles.at(by < 0 ? 0 : -1) === article}
                onClick={() => articles.at(by < 0 ? 0 : -1) !== article && run({ id: article.id, by })}
              >
                {by < 0 ? 'Выше' : 'Ниже'}
              </Button>
            ))}
          </span>
        ),
    },
  ];
  return (
    <>
      <FormFailure failure={failure} />
      <Records label="Ваши статьи" columns={columns} items={articles} keyOf={({ id }) => id} isTall />
    </>
  );
}

/** Returns ids in the order that moving one article by one place makes. */
function movedOrder(articles: readonly AdminHelpArticle[], { id, by }: { id: string; by: 1 | -1 }): string[] {
  const ids = articles.map((article) => article.id);
  const at = ids.indexOf(id);
  ids.splice(at, 1);
  ids.splice(at + by, 0, id);
  return ids;
}
