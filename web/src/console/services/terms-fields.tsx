import { type Currency, currencySign } from '@kazna/contract/shared/money';
import { maxSeats } from '@kazna/contract/shared/subscribe-form';
import { periodUnits } from '@kazna/contract/shared/tariffs';
import { useQuery } from '@tanstack/react-query';
import { pluralForm } from '../../format/numbers.ts';
import { periodForms } from '../../parts/tariff-texts.ts';
import { infoQuery } from '../../queries/info.ts';
import { CheckboxField, TextField } from '../../ui/forms/fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AmountField, currencyIn } from '../../ui/forms/typed-amount.tsx';
import { Card } from '../../ui/page.tsx';
import { MeterFields } from './meter-fields.tsx';
import { RadioCards } from './radio-cards.tsx';
import classes from './tariff-form.module.css';
import type { TermsFieldsProps } from './terms-values.ts';

interface TermsProps extends TermsFieldsProps {
  /** Running subscriptions keep their period, currency and day of charge. */
  isPeriodFixed?: boolean;
}

/** What the tariff costs and promises; the names of the fields are the paths of their errors. */
export function TermsFields({ isPeriodFixed = false, ...form }: TermsProps) {
  return (
    <>
      <PriceFields {...form} isPeriodFixed={isPeriodFixed} />
      <QuantityFields {...form} />
      <MeterFields {...form} />
      <RuleFields {...form} />
    </>
  );
}

const units = (count: string) =>
  periodUnits.map((unit) => ({ value: unit, label: pluralForm(Number(count) || 1, periodForms[unit]) }));

function PriceFields({ values, text, set, isPeriodFixed }: TermsProps) {
  const currencies = useCurrencies(currencyIn({ currency: values['version.currency'] }));
  const count = values['version.period.count'] ?? '1';
  return (
    <Card title="Цена">
      {isPeriodFixed && (
        <p className={classes.note}>
          Валюта, период и день списания у подключённых остаются прежними. Чтобы поменять и их, выберите «Только новым»
          или добавьте другой тариф.
        </p>
      )}
      <div className={classes.amount}>
        <AmountField
          label="Цена за период"
          description="0, если бесплатно"
          {...text('version.priceMinor')}
          data-price
        />
        {currencies.length > 1 && (
          <SelectField
            label="Валюта"
            {...text('version.currency')}
            disabled={isPeriodFixed}
            data={currencies.map((currency) => ({ value: currency, label: `${currency}, ${currencySign(currency)}` }))}
          />
        )}
      </div>
      <div className={classes.period}>
        <TextField
          label="Списывать раз в"
          description="От 1 до 36"
          {...text('version.period.count')}
          {...whole}
          disabled={isPeriodFixed}
        />
        <SelectField label="Период" {...text('version.period.unit')} disabled={isPeriodFixed} data={units(count)} />
      </div>
      <RadioCards
        legend="Когда начинается период"
        name="version.anchor"
        value={values['version.anchor']}
        isDisabled={isPeriodFixed}
        onChange={(anchor) => set('version.anchor', anchor)}
        choices={[
          { value: 'calendar', label: 'По календарю', hint: 'Первый неполный период оплачивается по дням' },
          { value: 'connection', label: 'Со дня подключения', hint: 'Подключили 5-го, списываем 5-го' },
        ]}
      />
      <AmountField
        label="Плата за подключение"
        description="Один раз, вместе с первым периодом. 0, если её нет"
        {...text('version.setupFeeMinor')}
        required={false}
      />
    </Card>
  );
}

const whole = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9 } as const;

function QuantityFields({ values, text, set }: TermsFieldsProps) {
  const hasSeats = values['version.seats'] === 'many';
  return (
    <Card title="Количество">
      <RadioCards
        legend="Сколько подключает клиент"
        name="version.seats"
        value={values['version.seats']}
        onChange={(seats) => set('version.seats', seats)}
        choices={[
          { value: 'one', label: 'Одну', hint: 'Цена за услугу целиком' },
          { value: 'many', label: 'Несколько', hint: 'Цена за каждую: места, лицензии, номера' },
        ]}
      />
      {hasSeats && (
        <TextField
          label="Не больше"
          description={`От 1 до ${maxSeats.toLocaleString('ru')}`}
          {...text('version.maxQuantity')}
          {...whole}
        />
      )}
    </Card>
  );
}

function RuleFields({ text, box }: TermsFieldsProps) {
  return (
    <Card title="Условия">
      <div className={classes.pair}>
        <TextField
          label="Пробный период, дней"
          description="До 365. Организация получает его один раз"
          {...text('version.trialDays')}
          {...whole}
        />
        <TextField
          label="Дней на оплату"
          description="До 90. Столько услуга работает, если денег не хватило"
          {...text('version.graceDays')}
          {...whole}
        />
      </div>
      <div className={classes.boxes}>
        <CheckboxField label="Клиент может поставить услугу на паузу" {...box('version.mayPause')} />
        <CheckboxField
          label="При остановке сразу вернуть на баланс неиспользованные дни"
          {...box('version.refundOnStop')}
        />
      </div>
    </Card>
  );
}

/** The enabled currencies, and the one in use though it was disabled since. */
function useCurrencies(current: Currency): readonly Currency[] {
  const { data } = useQuery(infoQuery());
  return [...new Set([...(data?.currencies ?? []), current])];
}
