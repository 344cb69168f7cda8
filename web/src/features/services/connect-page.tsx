import type { CatalogueService, CatalogueTariff } from '@kazna/contract/cabinet/services';
import { useQuery } from '@tanstack/react-query';
import { useFormOrganization } from '../../parts/form-organization.tsx';
import { catalogueQuery } from '../../queries/services.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { ConnectForm } from './connect-form.tsx';
import { RightsNote, useServiceRights } from './rights.tsx';

const back = <LinkAnchor to="/services">← Услуги</LinkAnchor>;

export function ConnectPage({ tariffId }: { tariffId: string }) {
  const { organizationId, mayManage, canAct, obstacle } = useServiceRights();
  // Another organization has a catalogue of its own, whose load unmounts the form.
  const organization = useFormOrganization();
  const { data: services, error, refetch } = useQuery(catalogueQuery(organizationId));
  const found = services && findTariff(services, tariffId);
  if (services && !found) return <UnknownTariff />;
  return (
    <Page
      back={back}
      help="services"
      title={found ? `Подключить: ${found.service.name}` : 'Подключить услугу'}
      explanation={found ? `Тариф «${found.tariff.name}»` : <SkeletonLine width={160} />}
    >
      {error && !services ? (
        <QueryFailure what="Тариф не загрузился" error={error} onRetry={() => void refetch()} />
      ) : !found ? (
        <Card>
          <SkeletonText lines={6} />
        </Card>
      ) : (
        <>
          <RightsNote obstacle={obstacle} />
          {/* The key resets what was chosen for another tariff. */}
          {mayManage && (
            <ConnectForm
              key={tariffId}
              {...found}
              organizationId={organizationId}
              organization={organization}
              canConnect={canAct}
            />
          )}
        </>
      )}
    </Page>
  );
}

function findTariff(
  services: readonly CatalogueService[],
  tariffId: string,
): { service: CatalogueService; tariff: CatalogueTariff } | undefined {
  for (const service of services) {
    const tariff = service.tariffs.find(({ id }) => id === tariffId);
    if (tariff) return { service, tariff };
  }
  return undefined;
}

function UnknownTariff() {
  return (
    <Page title="Тариф не найден" back={back}>
      <Empty
        drawing={<CompassDrawing />}
        title="Такого тарифа нет"
        action={<LinkButton to="/services">К услугам</LinkButton>}
      >
        Или его больше не подключают. Выберите другой в каталоге.
      </Empty>
    </Page>
  );
}
