import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { infoQuery, versionLine } from '../../queries/info.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './info.module.css';

const documentPages = [
  ['/info/terms', 'offer', 'Условия оферты'],
  ['/info/privacy', 'privacy', 'Политика обработки персональных данных'],
] as const;

const consentPages = [
  ['personal-data', 'Согласие на обработку персональных данных'],
  ['advertising', 'Согласие на получение рекламы'],
  ['automatic-charges', 'Согласие на автоматические списания'],
] as const;

export function InfoPage() {
  const { data: info, error } = useQuery(infoQuery());
  // The links work without the versions, so a failed load only hides the line.
  function versionOf(document: string) {
    const version = info?.documents.find((known) => known.document === document)?.version;
    if (version) return versionLine(version);
    return error ? ' ' : <SkeletonLine width={140} />;
  }
  return (
    <Page isNarrow title="Информация" explanation="Справка, документы, по которым работает кабинет, и контакты.">
      <ul className={classes.list}>
        <li>
          <Link to="/info/help" className={classes.item}>
            <span>
              <strong>Справка</strong>
              <span>Как устроен кабинет и что делать, если что-то не получилось</span>
            </span>
            <ChevronIcon />
          </Link>
        </li>
        {documentPages.map(([to, document, title]) => (
          <li key={to}>
            <Link to={to} className={classes.item}>
              <span>
                <strong>{title}</strong>
                <span>{versionOf(document)}</span>
              </span>
              <ChevronIcon />
            </Link>
          </li>
        ))}
        {consentPages.map(([document, title]) => (
          <li key={document}>
            <Link to="/info/consents/$document" params={{ document }} className={classes.item}>
              <span>
                <strong>{title}</strong>
                <span>{versionOf(document)}</span>
              </span>
              <ChevronIcon />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/info/contacts" className={classes.item}>
            <span>
              <strong>Контакты</strong>
              <span>{info?.operator.name ?? (error ? ' ' : <SkeletonLine width={140} />)}</span>
            </span>
            <ChevronIcon />
          </Link>
        </li>
      </ul>
    </Page>
  );
}
