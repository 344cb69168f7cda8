import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { paymentMethodsQuery } from '../../../queries/payments.ts';
import { SkeletonText } from '../../../ui/feedback/skeleton-line.tsx';
import { Card, QueryFailure } from '../../../ui/page.tsx';
import { autoTopUpQuery } from '../queries.ts';
import { AutoTopUpCard } from './auto-top-up-card.tsx';
import { AttemptsList } from './auto-top-up-state.tsx';
import classes from './cards.module.css';
import { SavedCards } from './saved-cards.tsx';

export function CardsTab({ organization }: { organization: Organization }) {
  const { id, role, status } = organization;
  const cards = useQuery(paymentMethodsQuery(id, true));
  const autoTopUp = useQuery(autoTopUpQuery(id));
  const mayChange = organizationRoleCan(role, 'cards.manage') && status === 'active';
  const failed = [cards, autoTopUp].find(({ error, data }) => error && !data);
  if (failed)
    return <QueryFailure what="Карты не загрузились" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!cards.data || !autoTopUp.data) return <SkeletonText lines={8} />;
  const { rule, attempts } = autoTopUp.data;
  return (
    <div className={classes.columns}>
      <Card title="Сохранённые карты">
        <SavedCards organizationId={id} cards={cards.data.items} rule={rule} mayChange={mayChange} />
      </Card>
      <Card title="Автопополнение">
        <AutoTopUpCard organizationId={id} cards={cards.data.items} rule={rule} mayChange={mayChange} />
      </Card>
      {attempts.length > 0 && (
        <div className={classes.wide}>
          <Card title="История автопополнений">
            <AttemptsList attempts={attempts} />
          </Card>
        </div>
      )}
    </div>
  );
}
