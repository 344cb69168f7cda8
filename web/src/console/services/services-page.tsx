import type { AdminService, AdminTariff } from '@kazna/contract/admin/services';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import rowTitle from '../row-title.module.css';
import { StaffOnly, useStaff } from '../staff.tsx';
import { MetersDialog } from './meters-dialog.tsx';
import { catalogueQuery } from './queries.ts';
import { ServiceDialog } from './service-dialog.tsx';
import classes from './services.module.css';
import {
  currentVersion,
  runningOn,
  ServiceVisibility,
  TariffStateMark,
  termsSummary,
  versionPrice,
} from './tariff-labels.tsx';

export function ServicesPage() {
  const { can } = useStaff();
  const { data, error, refetch } = useQuery(catalogueQuery());
  const [isOpen, setIsOpen] = useState(false);
  const [areMetersOpen, setAreMetersOpen] = useState(false);
  const [edited, setEdited] = useState<AdminService>();
  const mayEdit = can('admin.manage');
  const groups = [...new Set(data?.flatMap(({ group }) => group ?? []))];
  const edit = (service: AdminService | undefined) => {
    setEdited(service);
    setIsOpen(true);
  };
  const add = <Button onClick={() => edit(undefined)}>Добавить услугу</Button>;
  return (
    <AdminPage
      title="Услуги"
      explanation={`Что вы продаёте и по каким тарифам${mayEdit ? '' : '. Добавляет и меняет их администратор'}`}
      action={
        mayEdit &&
        data &&
        data.length > 0 && (
          <>
            <Button variant="default" onClick={() => setAreMetersOpen(true)}>
              Счётчики
            </Button>
            {add}
          </>
        )
      }
    >
      {error && !data ? (
        <QueryFailure what="Услуги не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={12} />
      ) : data.length === 0 ? (
        <Empty drawing={<StackDrawing />} title="Услуг пока нет" action={mayEdit && add}>
          Добавьте услугу и тариф к ней, и клиенты смогут подключать её сами, а Казна будет списывать плату каждый
          период.
          {!mayEdit && ' Добавить её может администратор.'}
        </Empty>
      ) : (
        <Catalogue services={data} onEdit={mayEdit ? edit : undefined} />
      )}
      <StaffOnly permission="admin.manage" isHidden>
        <MetersDialog isOpen={areMetersOpen} onClose={() => setAreMetersOpen(false)} />
        <ServiceDialog isOpen={isOpen} onClose={() => setIsOpen(false)} service={edited} groups={groups} />
      </StaffOnly>
    </AdminPage>
  );
}

interface CatalogueProps {
  services: readonly AdminService[];
  /** Undefined for those who may only look. */
  onEdit: ((service: AdminService) => void) | undefined;
}

function Catalogue({ services, onEdit }: CatalogueProps) {
  const groups = Map.groupBy(services, ({ group }) => group ?? '');
  // Services without a group come last, unless there are no groups at all.
  const sorted = [...groups].toSorted(([one], [other]) => Number(one === '') - Number(other === ''));
  return sorted.map(([group, ofGroup]) => (
    <section key={group} className={classes.group}>
      {groups.size > 1 && <h2>{group || 'Без группы'}</h2>}
      {groups.size === 1 && group && <h2>{group}</h2>}
      {ofGroup.map((service) => (
        <Service key={service.id} service={service} isInGroup={groups.size > 1 || group !== ''} onEdit={onEdit} />
      ))}
    </section>
  ));
}

interface ServiceProps extends Pick<CatalogueProps, 'onEdit'> {
  service: AdminService;
  /** Whether the group's heading stands above. */
  isInGroup: boolean;
}

function Service({ service, isInGroup, onEdit }: ServiceProps) {
  const { id, name, documentName, unit, tariffs } = service;
  const Title = isInGroup ? 'h3' : 'h2';
  return (
    <article className={classes.service} aria-label={name}>
      <header className={classes.head}>
        <div>
          <div className={classes.title}>
            <Title>{name}</Title>
            <ServiceVisibility isVisible={service.isVisible} />
          </div>
          <p className={classes.about}>
            В документах: {documentName}, {unit}
          </p>
        </div>
        {onEdit && (
          <div className={classes.headActions}>
            <Button size="sm" variant="default" aria-label={`Изменить услугу ${name}`} onClick={() => onEdit(service)}>
              Изменить
            </Button>
            <LinkButton
              size="sm"
              to="/admin/services/$serviceId/new-tariff"
              params={{ serviceId: id }}
              aria-label={`Добавить тариф услуги ${name}`}
            >
              Добавить тариф
            </LinkButton>
          </div>
        )}
      </header>
      {tariffs.length > 0 ? (
        <Records
          keyOf={({ id: tariffId }) => tariffId}
          label={`Тарифы: ${name}`}
          columns={columnsOf(service)}
          items={tariffs}
        />
      ) : (
        <p className={classes.nothing}>Тарифов нет, поэтому подключить услугу ещё нельзя.</p>
      )}
    </article>
  );
}

function columnsOf({ id: serviceId }: AdminService): RecordColumn<AdminTariff>[] {
  return [
    {
      title: 'Тариф',
      render: (tariff) => (
        <span className={rowTitle.main}>
          <Link
            to="/admin/services/$serviceId/$tariffId"
            params={{ serviceId, tariffId: tariff.id }}
            className={rowTitle.link}
            data-row-link
          >
            {tariff.name}
          </Link>
          <span className={rowTitle.secondary}>{termsSummary(currentVersion(tariff))}</span>
        </span>
      ),
    },
    { title: 'Цена', width: '240px', render: (tariff) => versionPrice(currentVersion(tariff)) },
    { title: 'Состояние', width: '220px', render: (tariff) => <TariffStateMark tariff={tariff} /> },
    {
      title: 'Подписок',
      width: '110px',
      isAmount: true,
      render: (tariff) => runningOn(tariff).toLocaleString('ru'),
    },
  ];
}
