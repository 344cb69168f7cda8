import { useQuery } from '@tanstack/react-query';
import { catalogueQuery, subscriptionsQuery } from '../../queries/services.ts';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import { Catalogue } from './catalogue.tsx';
import { PromisedPaymentCard } from './promised-payment-card.tsx';
import { RightsNote, useServiceRights } from './rights.tsx';
import classes from './services-page.module.css';
import { SubscriptionRows } from './subscription-rows.tsx';

export function ServicesPage() {
  return (
    <Page title="Услуги" help="services">
      <Services />
    </Page>
  );
}

/** Rendered once both lists are there: a late one would shift the other. */
function Services() {
  const rights = useServiceRights();
  const { organizationId, mayManage, canAct, obstacle } = rights;
  const subscriptions = useQuery(subscriptionsQuery(organizationId));
  const catalogue = useQuery(catalogueQuery(organizationId));
  const failed = [subscriptions, catalogue].find(({ error, data }) => error && !data);
  if (failed) {
    return <QueryFailure what="Услуги не загрузились" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!subscriptions.data || !catalogue.data) return <Loading />;
  if (subscriptions.data.length === 0 && catalogue.data.length === 0) return <NothingOffered />;
  return (
    <>
      <RightsNote obstacle={obstacle} />
      <PromisedPaymentCard subscriptions={subscriptions.data} rights={rights} />
      <section className={classes.section} aria-labelledby="connected">
        <h2 id="connected">Подключённые</h2>
        <SubscriptionRows subscriptions={subscriptions.data} rights={rights} />
      </section>
      <section className={classes.section} aria-labelledby="catalogue">
        <h2 id="catalogue">Каталог</h2>
        <Catalogue
          services={catalogue.data}
          subscriptions={subscriptions.data}
          mayConnect={mayManage}
          canConnect={canAct}
        />
      </section>
    </>
  );
}

function NothingOffered() {
  const write = <LinkButton to="/info/contacts">Написать в поддержку</LinkButton>;
  return (
    <Empty drawing={<StackDrawing />} title="Услуг пока нет" action={write}>
      Здесь появятся услуги, которые можно подключить. Если ждёте какую-то из них, напишите в поддержку.
    </Empty>
  );
}

const skeletonRows = ['1', '2', '3'];

function Loading() {
  return (
    <section className={classes.section} aria-busy>
      <h2>Подключённые</h2>
      <div className={classes.skeleton}>
        {skeletonRows.map((key) => (
          <div key={key}>
            <SkeletonLine width="40%" />
            <SkeletonLine width="20%" />
          </div>
        ))}
      </div>
    </section>
  );
}
