import { createMeter, type Meter, renameMeter, setUsageRetention } from '@kazna/contract/admin/meters';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import sheet from '../side-sheet.module.css';
import { refreshAdmin } from '../staff-calls.ts';
import { metersQuery } from './queries.ts';
import classes from './services.module.css';

const aggregations: Record<Meter['aggregation'], string> = {
  sum: 'сумма',
  count: 'число событий',
  max: 'наибольшее значение',
  unique: 'число разных значений',
};

type View = { is: 'list' | 'new' | 'retention' } | { is: 'rename'; meter: Meter };

/** Lists the meters; a form in its place makes one more, renames one or says how long events are kept. */
export function MetersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...metersQuery(), enabled: isOpen });
  const [view, setView] = useState<View>({ is: 'list' });
  const toList = () => setView({ is: 'list' });
  const close = () => {
    toList();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={titleOf(view)} width={640}>
      {error && !data ? (
        <QueryFailure what="Счётчики не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={4} />
      ) : view.is === 'new' ? (
        <MeterForm onDone={toList} />
      ) : view.is === 'rename' ? (
        <RenameForm meter={view.meter} onDone={toList} />
      ) : view.is === 'retention' ? (
        <RetentionForm keepMonths={data.keepMonths} onDone={toList} />
      ) : (
        <MeterList meters={data.items} keepMonths={data.keepMonths} onView={setView} />
      )}
    </Dialog>
  );
}

function titleOf(view: View): string {
  if (view.is === 'new') return 'Новый счётчик';
  if (view.is === 'rename') return `Переименовать «${view.meter.name}»`;
  return view.is === 'retention' ? 'Сколько хранить события' : 'Счётчики расхода';
}

interface MeterListProps {
  meters: readonly Meter[];
  keepMonths: number;
  onView: (view: View) => void;
}

function MeterList({ meters, keepMonths, onView }: MeterListProps) {
  return (
    <>
      <p className={classes.about}>
        Ваши программы передают расход по ключу счётчика (POST&nbsp;/v1/usage), а цену задаёт тариф.
      </p>
      {meters.length === 0 ? (
        <p className={classes.about}>Счётчиков пока нет.</p>
      ) : (
        <ul className={sheet.lines} aria-label="Счётчики">
          {meters.map((meter) => (
            <li key={meter.id}>
              <span>
                {meter.name}, {meter.unit}
                <span className={sheet.secondary}>
                  {meter.key} · {aggregations[meter.aggregation]}
                  {meter.property && ` ${meter.property}`}
                </span>
              </span>
              <Button
                size="sm"
                variant="default"
                aria-label={`Переименовать счётчик ${meter.name}`}
                onClick={() => onView({ is: 'rename', meter })}
              >
                Переименовать
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.kept}>
        <p>События храним {keepMonths}&nbsp;мес., суммы по часам остаются навсегда.</p>
        <Button
          size="sm"
          variant="default"
          aria-label="Изменить срок хранения"
          onClick={() => onView({ is: 'retention' })}
        >
          Изменить
        </Button>
      </div>
      <Button leftSection={<PlusIcon />} onClick={() => onView({ is: 'new' })}>
        Добавить счётчик
      </Button>
    </>
  );
}

function RenameForm({ meter, onDone }: { meter: Meter; onDone: () => void }) {
  const { form, text, failure, isPending } = useContractForm(renameMeter.body, { name: meter.name });
  const save = form(async (body) => {
    await call(renameMeter, { params: { meterId: meter.id }, body });
    showToast({ kind: 'success', message: 'Счётчик переименован', detail: body.name });
    await refreshAdmin();
    onDone();
  });
  return (
    <form {...save}>
      <TextField
        label="Название"
        description="Увидят клиенты; ключ, единица и прежние документы не изменятся"
        {...text('name')}
        data-autofocus
        autoComplete="off"
      />
      <FormFailure failure={failure} />
      <DialogActions action="Переименовать" onCancel={onDone} isPending={isPending} takesFocus="never" />
    </form>
  );
}

const retentionForm = z.pipe(
  z.transform(({ keepMonths }: { keepMonths?: string }) => ({ keepMonths: Number(keepMonths) })),
  setUsageRetention.body,
);

function RetentionForm({ keepMonths, onDone }: { keepMonths: number; onDone: () => void }) {
  const { form, text, failure, isPending } = useContractForm(retentionForm, { keepMonths: String(keepMonths) });
  const save = form(async (body) => {
    await call(setUsageRetention, { body });
    showToast({ kind: 'success', message: 'Срок хранения изменён' });
    await refreshAdmin();
    onDone();
  });
  return (
    <form {...save}>
      <TextField
        label="Месяцев"
        description="От 3 до 120. Что ещё не списано, храним дольше. Старые события удалим ближайшей ночью"
        {...text('keepMonths')}
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
      />
      <FormFailure failure={failure} />
      <DialogActions action="Сохранить" onCancel={onDone} isPending={isPending} takesFocus="never" />
    </form>
  );
}

function MeterForm({ onDone }: { onDone: () => void }) {
  const { form, text, values, failure, isPending } = useContractForm(createMeter.body, {
    ...{ key: '', name: '', unit: '', aggregation: 'sum', property: '' },
  });
  const save = form(async (body) => {
    await callConfirmed(createMeter, { body });
    showToast({ kind: 'success', message: 'Счётчик добавлен', detail: body.name });
    await refreshAdmin();
    onDone();
  });
  return (
    <form {...save}>
      <div className={classes.pair}>
        <TextField label="Название" description="Видят клиенты: Трафик" {...text('name')} autoComplete="off" />
        <TextField label="Единица" description="ГБ, шт., мин." {...text('unit')} autoComplete="off" />
        <TextField
          label="Ключ"
          description="Для программ: traffic. Строчная латиница, цифры, «.», «-», «_»"
          {...text('key')}
          autoComplete="off"
        />
        <SelectField
          label="Что считать"
          {...text('aggregation')}
          data={Object.entries(aggregations).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {values.aggregation === 'unique' && (
        <TextField
          label="Свойство события"
          description="Чьи разные значения считать: user"
          {...text('property')}
          autoComplete="off"
        />
      )}
      <FormFailure failure={failure} />
      <DialogActions action="Добавить счётчик" onCancel={onDone} isPending={isPending} takesFocus="never" />
    </form>
  );
}
