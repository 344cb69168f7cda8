import { type HelpSummary, listHelp } from '@kazna/contract/cabinet/help';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { infoQuery } from '../../queries/info.ts';
import { keys } from '../../queries/keys.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { SearchInput } from '../../ui/lists/search-input.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import classes from './help.module.css';
import info from './info.module.css';

export function HelpPage({ search: { q } }: { search: { q?: string | undefined } }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(helpQuery(q));
  return (
    <Page
      isNarrow
      title="Справка"
      explanation="Как устроен кабинет и что делать, если что-то не получилось."
      back={<LinkAnchor to="/info">← Информация</LinkAnchor>}
    >
      <div className={classes.search}>
        <SearchInput
          label="Поиск по справке"
          placeholder="Например, вернуть деньги"
          value={q}
          onChange={(typed) => void navigate({ to: '.', search: { q: typed }, replace: true, resetScroll: false })}
        />
      </div>
      {error && !data ? (
        <QueryFailure what="Справка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Card>
          <SkeletonText lines={12} />
        </Card>
      ) : q ? (
        <Found articles={data.items} q={q} />
      ) : (
        <AllArticles articles={data.items} />
      )}
    </Page>
  );
}

function helpQuery(q: string | undefined) {
  return queryOptions({
    queryKey: keys.help(q),
    queryFn: ({ signal }) => call(listHelp, { query: { q } }, signal),
    placeholderData: keepPreviousData,
  });
}

function Found({ articles, q }: { articles: readonly HelpSummary[]; q: string }) {
  if (articles.length > 0) return <Articles label="Найденные статьи" articles={articles} />;
  return (
    <Empty
      drawing={<CompassDrawing />}
      title="Ничего не нашлось"
      action={<LinkAnchor to="/requests/new">Написать в поддержку</LinkAnchor>}
    >
      По запросу «{q}» статей нет. Попробуйте другое слово.
    </Empty>
  );
}

/** Articles of the business stand apart from those that explain the cabinet. */
function AllArticles({ articles }: { articles: readonly HelpSummary[] }) {
  const { data } = useQuery(infoQuery());
  const own = articles.filter(({ isBuiltIn }) => !isBuiltIn);
  const ofCabinet = articles.filter(({ isBuiltIn }) => isBuiltIn);
  if (articles.length === 0) {
    return (
      <Empty
        drawing={<CompassDrawing />}
        title="Статей пока нет"
        action={<LinkAnchor to="/requests/new">Написать в поддержку</LinkAnchor>}
      >
        Спросите нас: ответим и, возможно, напишем статью.
      </Empty>
    );
  }
  return (
    <>
      {own.length > 0 && <Articles heading={data?.operator.name ?? 'От нас'} articles={own} />}
      {ofCabinet.length > 0 && <Articles heading="О кабинете" articles={ofCabinet} />}
    </>
  );
}

interface ArticlesProps {
  heading?: string;
  /** Of a list without a heading. */
  label?: string;
  articles: readonly HelpSummary[];
}

function Articles({ heading, label, articles }: ArticlesProps) {
  return (
    <section className={classes.section}>
      {heading && <h2>{heading}</h2>}
      <ul className={info.list} aria-label={label ?? heading}>
        {articles.map(({ slug, title, about }) => (
          <li key={slug}>
            <Link to="/info/help/$slug" params={{ slug }} className={info.item}>
              <span className={classes.about}>
                <strong>{title}</strong>
                <span>{about}</span>
              </span>
              <ChevronIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
