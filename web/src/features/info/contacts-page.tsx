import { useQuery } from '@tanstack/react-query';
import { infoQuery } from '../../queries/info.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import classes from './info.module.css';

export function ContactsPage() {
  const { data: info, error, refetch } = useQuery(infoQuery());
  return (
    <Page isNarrow title="Контакты" explanation="Куда писать, если что-то не работает или непонятно.">
      {error && !info ? (
        <QueryFailure what="Контакты не загрузились" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card>
          {info ? (
            <address className={classes.contacts}>
              <strong>{info.operator.name}</strong>
              <a href={`mailto:${info.operator.email}`}>{info.operator.email}</a>
              {info.operator.phone && (
                <a href={`tel:${info.operator.phone.replace(/[^+\d]/g, '')}`}>{info.operator.phone}</a>
              )}
              {info.operator.address && <span>{info.operator.address}</span>}
              {info.operator.inn && <span>ИНН {info.operator.inn}</span>}
              {info.operator.ogrn && <span>ОГРН {info.operator.ogrn}</span>}
              <CopyButton text={info.operator.email} copied="Адрес скопирован">
                Скопировать адрес
              </CopyButton>
            </address>
          ) : (
            <SkeletonText lines={3} />
          )}
        </Card>
      )}
    </Page>
  );
}
