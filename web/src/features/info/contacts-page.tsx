import { useQuery } from '@tanstack/react-query';
import { Contacts } from '../../parts/legal/contacts.tsx';
import { infoQuery } from '../../queries/info.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';

export function ContactsPage() {
  const { data: info, error, refetch } = useQuery(infoQuery());
  return (
    <Page isNarrow title="Контакты" explanation="Куда писать, если что-то не работает или непонятно.">
      {error && !info ? (
        <QueryFailure what="Контакты не загрузились" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card>
          {info ? (
            <>
              <Contacts operator={info.operator} />
              <CopyButton text={info.operator.email} copied="Адрес скопирован">
                Скопировать адрес
              </CopyButton>
            </>
          ) : (
            <SkeletonText lines={3} />
          )}
        </Card>
      )}
    </Page>
  );
}
