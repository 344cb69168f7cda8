import type { SubscriptionUsage, UsageStep } from '@kazna/contract/cabinet/usage';
import { businessZone } from '@kazna/contract/shared/business-time';
import { formatMoney } from '@kazna/contract/shared/money';
import { type ComponentProps, useState } from 'react';
import { formatDay } from '../format/date.ts';
import { briefDay } from '../format/months.ts';
import { dayAt } from '../format/period.ts';
import { MoneyChart } from '../ui/charts/money-chart.tsx';
import { Choices } from '../ui/choices.tsx';
import { ExportMenu } from '../ui/lists/export.tsx';
import { Facts } from '../ui/lists/facts.tsx';
import { rangeText } from './tariff-texts.ts';
import classes from './usage-meters.module.css';
import { usedText } from './usage-price-texts.ts';

const stepTexts: Record<UsageStep, { label: string; point: string; empty: string }> = {
  day: { label: 'По дням', point: 'День', empty: 'За последний месяц расхода нет.' },
  hour: { label: 'По часам', point: 'Час', empty: 'За последние двое суток расхода нет.' },
};
const steps = (Object.keys(stepTexts) as UsageStep[]).map((step) => [step, stepTexts[step].label] as const);

interface UsageMetersProps {
  usage: SubscriptionUsage;
  by: UsageStep;
  onStep: (by: UsageStep) => void;
  fetchFile: ComponentProps<typeof ExportMenu>['fetchFile'];
}

/** Usage of each meter of a subscription: a chart, the cost so far and the forecast. */
export function UsageMeters({ usage, by, onStep, fetchFile }: UsageMetersProps) {
  const [chosen, setChosen] = useState(0);
  const meter = usage.meters[chosen] ?? usage.meters[0];
  if (!meter) return null;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency: usage.currency });
  return (
    <div className={classes.usage}>
      <div className={classes.choices}>
        {usage.meters.length > 1 && (
          <Choices
            label="Счётчик"
            values={usage.meters.map(({ key, name }) => [key, name] as const)}
            chosen={meter.key}
            onChoose={(key) => setChosen(usage.meters.findIndex((one) => one.key === key))}
          />
        )}
        <Choices label="Шаг графика" values={steps} chosen={by} onChoose={onStep} />
        <div className={classes.export}>
          <ExportMenu fetchFile={fetchFile} />
        </div>
      </div>
      {meter.points.length === 0 ? (
        <p className={classes.empty}>{stepTexts[by].empty}</p>
      ) : (
        <UsageChart meter={meter} by={by} />
      )}
      <Facts
        facts={[
          [rangeText(meter), `${usedText(meter.quantity)}\u00a0${meter.unit}`],
          [
            'Включено в цену',
            meter.includedQuantity !== '0' && `${usedText(meter.includedQuantity)}\u00a0${meter.unit}`,
          ],
          ['Начислено сейчас', money(meter.amountMinor)],
          ['Прогноз за период', money(meter.forecastMinor)],
          [
            'Ещё не списано',
            usage.meters.length > 1
              ? `${money(usage.notChargedMinor)} по всем счётчикам`
              : money(usage.notChargedMinor),
          ],
        ]}
      />
    </div>
  );
}

/** The chart of money draws whole numbers: quantities in thousandths. */
const thousandths = (quantity: string) => Math.max(0, Math.round(Number(quantity) * 1000));

function UsageChart({ meter, by }: { meter: SubscriptionUsage['meters'][number]; by: UsageStep }) {
  const label = `${meter.name}: расход ${stepTexts[by].label.toLowerCase()}`;
  const points = meter.points.map(({ from, quantity }) => ({
    ...{
      short: shortText(from, by),
      full: fullText(from, by),
      inMinor: thousandths(quantity),
      outMinor: 0,
      balanceMinor: 0,
    },
  }));
  const format = (value: number) => `${usedText(String(value / 1000))}\u00a0${meter.unit}`;
  return (
    <MoneyChart
      label={label}
      points={points}
      pointTitle={stepTexts[by].point}
      shows="in"
      inLabel={meter.name}
      format={format}
      formatTick={(value) => usedText(String(value / 1000))}
      describe={(index) => `${points[index]?.full}: ${format(points[index]?.inMinor ?? 0)}`}
    />
  );
}

const zone = { timeZone: businessZone } as const;
const hour = new Intl.DateTimeFormat('ru', { ...zone, hour: '2-digit', minute: '2-digit' });

const shortText = (from: string, by: UsageStep) =>
  by === 'day' ? briefDay(new Date(dayAt(new Date(from), businessZone))) : hour.format(new Date(from));

const fullText = (from: string, by: UsageStep) =>
  by === 'day' ? formatDay(from, zone.timeZone) : `${formatDay(from, zone.timeZone)}, ${hour.format(new Date(from))}`;
