import { createVersion } from '@kazna/contract/admin/services';
import { businessDay } from '@kazna/contract/shared/business-time';
import { priceNoticeDays } from '@kazna/contract/shared/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { currentTime } from '../../format/current-time.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatTypedDay, shiftDay } from '../../format/period.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { StaffOnly } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { ExampleBill } from './example-bill.tsx';
import { UsageExample } from './meter-fields.tsx';
import { PricePlan } from './price-plan.tsx';
import { catalogueQuery, type FoundTariff, tariffsIn } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';
import { TariffForm } from './tariff-form.tsx';
import { runningOn } from './tariff-labels.tsx';
import { TermsFields } from './terms-fields.tsx';
import { filledVersionForm, termsIn, termsValues } from './terms-values.ts';

interface NewVersionPageProps {
  serviceId: string;
  tariffId: string;
}

export function NewVersionPage({ serviceId, tariffId }: NewVersionPageProps) {
  const { data, error, refetch } = useQuery(catalogueQuery());
  const found = data && tariffsIn(data).find(({ tariff }) => tariff.id === tariffId);
  return (
    <AdminPage
      title="Новая цена"
      explanation={found ? `${found.service.name}, тариф «${found.tariff.name}»` : ' '}
      back={
        <LinkAnchor to="/admin/services/$serviceId/$tariffId" params={{ serviceId, tariffId }}>
          ← К тарифу
        </LinkAnchor>
      }
    >
      <StaffOnly permission="admin.manage">
        {error && !data ? (
          <QueryFailure what="Тариф не загрузился" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={12} />
        ) : found ? (
          <VersionFields {...found} />
        ) : (
          <p>Такого тарифа нет. Возможно, его удалили.</p>
        )}
      </StaffOnly>
    </AdminPage>
  );
}

function VersionFields({ service, tariff }: FoundTariff) {
  const navigate = useNavigate();
  const today = businessDay(currentTime());
  const [newest] = tariff.versions;
  const running = runningOn(tariff);
  const { form, failure, isPending, ...fields } = useContractForm(filledVersionForm, {
    ...termsValues(newest),
    from: formatTypedDay(newest && newest.from > today ? newest.from : today),
    reach: running > 0 ? 'running' : 'new',
    runningFrom: formatTypedDay(shiftDay(today, priceNoticeDays)),
  });
  const isReaching = fields.values.reach === 'running';
  const params = { serviceId: service.id, tariffId: tariff.id };
  const save = form(async (body) => {
    await callConfirmed(createVersion, { params: { tariffId: tariff.id }, body });
    showToast({ kind: 'success', message: 'Новая цена назначена', detail: tariff.name });
    void refreshAdmin();
    await navigate({ to: '/admin/services/$serviceId/$tariffId', params });
  });
  return (
    <TariffForm
      form={save}
      failure={failure}
      isPending={isPending}
      action="Назначить цену"
      cancel={{ to: '/admin/services/$serviceId/$tariffId', params }}
      beside={
        <>
          <PricePlan tariff={tariff} values={fields.values} today={today} />
          <ExampleBill terms={termsIn(fields.values)} />
          <UsageExample terms={termsIn(fields.values)} />
        </>
      }
    >
      <Card title="Кому и с какого дня">
        <TextField
          label="Новым подключениям с"
          description="С сегодняшнего дня или позже"
          {...dayField}
          {...fields.text('from')}
        />
        <RadioCards
          legend="Подключённым"
          name="reach"
          value={fields.values.reach}
          onChange={(reach) => fields.set('reach', reach)}
          choices={[
            { value: 'new', label: 'Только новым', hint: 'Подключённые платят по-прежнему' },
            {
              value: 'running',
              label: 'И подключённым',
              hint: running > 0 ? formatCount(running, subscriptions) : 'Сейчас их нет',
            },
          ]}
        />
        {isReaching && (
          <TextField
            label="Подключённым с"
            description={`Не раньше чем через ${priceNoticeDays} дней: сначала придёт письмо`}
            {...dayField}
            {...fields.text('runningFrom')}
          />
        )}
      </Card>
      <TermsFields {...fields} isPeriodFixed={isReaching} />
    </TariffForm>
  );
}

const subscriptions = ['подписка', 'подписки', 'подписок'] as const;
