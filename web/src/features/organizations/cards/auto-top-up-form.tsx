import {
  type AutoTopUpRule,
  autoTopUpForm,
  maxAutoTopUpsPerDay,
  setAutoTopUp,
} from '@kazna/contract/cabinet/auto-top-up';
import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { currencySign } from '@kazna/contract/shared/money';
import { check } from '@kazna/contract/shared/validation';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { cardLabel } from '../../../parts/payment-labels.tsx';
import { infoQuery } from '../../../queries/info.ts';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { toInput, useContractForm } from '../../../ui/forms/form.ts';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { AmountField, currencyIn, formatTypedAmount, withTypedAmounts } from '../../../ui/forms/typed-amount.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { autoTopUpQuery } from '../queries.ts';
import classes from './cards.module.css';
import { chargingLabel, TopUpPreview, useTopUpPreview } from './top-up-preview.tsx';

const amounts = ['thresholdMinor', 'targetMinor', 'monthlyCapMinor'] as const;
const schema = withTypedAmounts(autoTopUpForm, amounts, currencyIn);

interface AutoTopUpFormProps {
  organizationId: string;
  /** Those that can be charged. */
  cards: SavedMethod[];
  rule: AutoTopUpRule | null;
  onDone: () => void;
}

export function AutoTopUpForm({ organizationId, cards, rule, onDone }: AutoTopUpFormProps) {
  const queryClient = useQueryClient();
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { form, text, values, failure, isPending } = useContractForm(schema, initialValues(cards, rule));
  const currencies = info?.currencies ?? [rule?.currency ?? 'RUB'];
  const sign = <span aria-hidden="true">{currencySign(currencyIn(values))}</span>;
  const chosen = cards.find(({ id }) => id === values.paymentMethodId);
  const isAnothers = chosen !== undefined && !chosen.isMine;
  const body = check(schema, toInput(values)).data ?? null;
  const top = useTopUpPreview(organizationId, isAnothers ? null : body);
  const onSubmit = form(async (body) => {
    if (!isAnothers && !(await top.isAsShown(body))) return;
    const changed = await call(setAutoTopUp, { params: { organizationId }, body });
    queryClient.setQueryData(autoTopUpQuery(organizationId).queryKey, changed);
    const isAwaiting = changed.rule?.reason === 'awaits_saver';
    const done = rule ? 'Правило сохранено' : 'Автопополнение включено';
    showToast({ kind: 'success', message: isAwaiting ? 'Запросили согласие' : done });
    onDone();
  });
  return (
    <form {...onSubmit}>
      <div className={classes.fields}>
        <AmountField label="Когда на балансе меньше" rightSection={sign} {...text('thresholdMinor')} />
        <AmountField label="Пополнять до" rightSection={sign} {...text('targetMinor')} />
        <AmountField label="Не больше за месяц" rightSection={sign} {...text('monthlyCapMinor')} />
        <SelectField
          label="Карта"
          data={cards.map((card) => ({ value: card.id, label: cardLabel(card, cards) }))}
          {...text('paymentMethodId')}
        />
        {currencies.length > 1 && <SelectField label="Валюта" data={currencies} {...text('currency')} />}
      </div>
      <ul className={classes.terms}>
        <li>Как только денег станет меньше порога, с карты спишется столько, чтобы дойти до нужной суммы.</li>
        <li>Если на услугу не хватит денег, недостающее спишется с карты за три дня до списания за неё.</li>
        <li>За календарный месяц спишется не больше, чем вы указали, за сутки не чаще {maxAutoTopUpsPerDay} раз.</li>
        {isAnothers ? (
          <li>
            Карту сохранил другой человек{chosen.savedBy && ` (${chosen.savedBy})`}. Правило заработает после его
            согласия.
          </li>
        ) : (
          <li>
            Этим вы разрешаете списывать с карты без вас указанную сумму в месяц и даёте{' '}
            <LinkAnchor to="/info/consents/$document" params={{ document: 'automatic-charges' }}>
              согласие на автоматические списания
            </LinkAnchor>
            .
          </li>
        )}
        <li>О каждом списании и отказе придёт письмо. Выключить автопополнение можно в любой момент.</li>
      </ul>
      {!isAnothers && <TopUpPreview of={top} isReady={body !== null} currency={currencyIn(values)} />}
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" className={classes.charging} aria-busy={isPending} aria-disabled={isPending}>
          {isAnothers
            ? 'Запросить согласие'
            : rule
              ? chargingLabel('Сохранить правило', 'Сохранить', top.preview, currencyIn(values))
              : chargingLabel('Включить автопополнение', 'Включить', top.preview, currencyIn(values))}
        </Button>
        {rule && (
          <Button variant="default" onClick={onDone}>
            Отмена
          </Button>
        )}
      </div>
    </form>
  );
}

function initialValues(cards: SavedMethod[], rule: AutoTopUpRule | null) {
  const typed = (amountMinor: number | undefined) =>
    amountMinor === undefined ? '' : formatTypedAmount({ amountMinor, currency: 'RUB' });
  const chosen = cards.find(({ id }) => id === rule?.paymentMethodId) ?? cards.find(({ isMine }) => isMine) ?? cards[0];
  return {
    thresholdMinor: typed(rule?.thresholdMinor),
    targetMinor: typed(rule?.targetMinor),
    monthlyCapMinor: typed(rule?.monthlyCapMinor),
    currency: rule?.currency ?? 'RUB',
    paymentMethodId: chosen?.id ?? '',
  };
}
