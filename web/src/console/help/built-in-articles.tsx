import { type BuiltInHelp, hideHelp } from '@kazna/contract/admin/help';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { CheckIcon, EyeOffIcon } from '../../ui/visitor-icons.tsx';
import rowTitle from '../row-title.module.css';
import classes from './help.module.css';
import { refreshHelp } from './queries.ts';

/** Articles of the product about each screen: an upgrade brings their new texts, so they are hidden or replaced, not edited. */
export function BuiltInArticles({ articles, mayEdit }: { articles: readonly BuiltInHelp[]; mayEdit: boolean }) {
  const columns: RecordColumn<BuiltInHelp>[] = [
    {
      title: 'Статья',
      render: ({ slug, title }) => (
        <span className={rowTitle.main}>
          <Link to="/info/help/$slug" params={{ slug }} className={rowTitle.link} data-row-link>
            {title}
          </Link>
          <span className={rowTitle.secondary}>/info/help/{slug}</span>
        </span>
      ),
    },
    { title: 'Состояние', width: '200px', render: (article) => <BuiltInMark article={article} /> },
    {
      title: 'Действия',
      isTitleHidden: true,
      width: '260px',
      render: (article) => mayEdit && <BuiltInActions article={article} />,
    },
  ];
  return (
    <section className={classes.section} aria-labelledby="built-in-articles">
      <h2 id="built-in-articles">Статьи о кабинете</h2>
      <p className={classes.hint}>
        Входят в Казну и обновляются вместе с ней. К ним ведёт «?» у заголовков страниц. Любую можно скрыть или заменить
        своей.
      </p>
      <Records label="Статьи о кабинете" columns={columns} items={articles} keyOf={({ slug }) => slug} isTall />
    </section>
  );
}

function BuiltInMark({ article: { isHidden, replacement } }: { article: BuiltInHelp }) {
  if (replacement?.isPublished) {
    return (
      <StatusMark tone="success" icon={<CopyIcon />}>
        Заменена вашей
      </StatusMark>
    );
  }
  return isHidden ? (
    <StatusMark tone="neutral" icon={<EyeOffIcon />}>
      Скрыта
    </StatusMark>
  ) : (
    <StatusMark tone="success" icon={<CheckIcon />}>
      Показываем
    </StatusMark>
  );
}

function BuiltInActions({ article: { slug, title, isHidden, replacement } }: { article: BuiltInHelp }) {
  const [isAsked, setIsAsked] = useState(false);
  const hide = async (isNowHidden: boolean) => {
    await call(hideHelp, { params: { slug }, body: { isHidden: isNowHidden } });
    showToast({ kind: 'success', message: isNowHidden ? 'Статья скрыта' : 'Статья снова видна', detail: title });
    await refreshHelp();
  };
  return (
    <span className={classes.moves}>
      {!replacement && (
        <Button
          size="sm"
          variant="default"
          aria-label={`${isHidden ? 'Показать' : 'Скрыть'}: ${title}`}
          onClick={() => (isHidden ? void hide(false) : setIsAsked(true))}
        >
          {isHidden ? 'Показать' : 'Скрыть'}
        </Button>
      )}
      {replacement ? (
        <LinkButton size="sm" to="/admin/help/$articleId" params={{ articleId: replacement.id }}>
          Открыть вашу
        </LinkButton>
      ) : (
        <LinkButton size="sm" to="/admin/help/new" search={{ replaces: slug }} aria-label={`Заменить: ${title}`}>
          Заменить
        </LinkButton>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Скрыть статью «${title}»?`}
        action="Скрыть"
        onConfirm={() => hide(true)}
      >
        <p>
          Клиенты не найдут её в справке, и «?» на её странице приведёт к списку статей. Показать её снова можно здесь.
        </p>
      </ConfirmDialog>
    </span>
  );
}
