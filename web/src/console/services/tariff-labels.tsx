import type { AdminTariff, TariffVersion } from '@kazna/contract/admin/services';
import { businessDay } from '@kazna/contract/shared/business-time';
import { formatMoney } from '@kazna/contract/shared/money';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { currentTime } from '../../format/current-time.ts';
import { formatCount } from '../../format/numbers.ts';
import { priceText } from '../../parts/tariff-texts.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon, EyeOffIcon } from '../../ui/visitor-icons.tsx';

/** The version that a new subscription gets today; undefined only for a tariff without versions. */
export function currentVersion(
  { versions }: AdminTariff,
  today = businessDay(currentTime()),
): TariffVersion | undefined {
  return versions.find(({ from }) => from <= today) ?? versions.at(-1);
}

/** Running subscriptions on all versions. */
export function runningOn({ versions }: AdminTariff): number {
  return versions.reduce((sum, { subscriptions }) => sum + subscriptions, 0);
}

export function versionPrice(version: TariffTerms | undefined): string {
  if (!version) return '—';
  return priceText(version.priceMinor, version);
}

export const anchorLabels = {
  calendar: 'по календарю',
  connection: 'со дня подключения',
} as const satisfies Record<TariffTerms['anchor'], string>;

const days = ['день', 'дня', 'дней'] as const;

/** Returns «По календарю · 14 дней бесплатно · до 50 мест · льготных дней 3». */
export function termsSummary(terms: TariffTerms | undefined): string {
  if (!terms) return '';
  const { anchor, trialDays, maxQuantity, graceDays, setupFeeMinor, currency } = terms;
  const parts = [
    anchorLabels[anchor],
    setupFeeMinor > 0 && `подключение ${formatMoney({ amountMinor: setupFeeMinor, currency })}`,
    trialDays > 0 && `${formatCount(trialDays, days)} бесплатно`,
    maxQuantity > 1 && `количество до\u00a0${maxQuantity.toLocaleString('ru')}`,
    terms.meters.length > 0 && `счётчиков\u00a0${terms.meters.length}`,
    graceDays > 0 && `${formatCount(graceDays, days)} на оплату`,
  ].filter((part) => part !== false);
  const text = parts.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function TariffStateMark({ tariff: { isClosed, isVisible } }: { tariff: AdminTariff }) {
  if (isClosed) {
    return (
      <StatusMark tone="neutral" icon={<CrossedIcon size={16} />}>
        Закрыт для новых
      </StatusMark>
    );
  }
  if (!isVisible) {
    return (
      <StatusMark tone="neutral" icon={<EyeOffIcon size={16} />}>
        Назначаете только вы
      </StatusMark>
    );
  }
  return (
    <StatusMark tone="success" icon={<CheckIcon size={16} />}>
      Виден клиентам
    </StatusMark>
  );
}

export function ServiceVisibility({ isVisible }: { isVisible: boolean }) {
  return isVisible ? (
    <StatusMark tone="success" icon={<CheckIcon size={16} />}>
      В каталоге
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon={<EyeOffIcon size={16} />}>
      Скрыта
    </StatusMark>
  );
}
