import { newSavedView, type SavedView } from '@kazna/contract/cabinet/saved-views';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { DialogActions } from '../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../ui/feedback/toasts.tsx';
import { CheckboxField, focusOnMount, TextField } from '../ui/forms/fields.tsx';
import { useContractForm } from '../ui/forms/form.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { useAction } from '../ui/forms/use-action.ts';
import classes from './saved-views-panel.module.css';
import {
  changeView,
  createView,
  type Filters,
  isSameFilters,
  removeView,
  type ViewedList,
} from './saved-views-queries.ts';

const { name, isShared } = newSavedView;
const saveForm = z.object({ name, isShared });
const renameForm = z.object({ name });

interface SaveViewProps {
  viewed: ViewedList;
  current: Filters;
  mayShare: boolean;
  onDone: () => void;
}

export function SaveView({ viewed, current, mayShare, onDone }: SaveViewProps) {
  const { form, text, box, failure, isPending } = useContractForm(saveForm, { name: '', isShared: false });
  const save = form(async (view) => {
    await createView(viewed, { ...view, filters: current });
    showToast({ kind: 'success', message: `Набор ${quoted(view.name)} сохранён` });
    onDone();
  });
  return (
    <form {...save} className={classes.form}>
      <TextField label="Сохранить нынешние фильтры" placeholder="Название набора" maxLength={60} {...text('name')} />
      {mayShare && (
        <CheckboxField
          label={viewed.ofStaff ? 'Показать всем сотрудникам' : 'Показать всем участникам организации'}
          {...box('isShared')}
        />
      )}
      <FormFailure failure={failure} />
      <Button type="submit" variant="light" aria-busy={isPending} aria-disabled={isPending}>
        Сохранить набор
      </Button>
    </form>
  );
}

interface EditViewProps {
  view: SavedView;
  viewed: ViewedList;
  current: Filters;
  onClose: () => void;
}

export function EditView({ view, viewed, current, onClose }: EditViewProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { form, text, failure, isPending } = useContractForm(renameForm, { name: view.name });
  const rename = form(async (change) => {
    await changeView(viewed, view.id, change);
    onClose();
  });
  const replacing = useAction(async () => {
    await changeView(viewed, view.id, { filters: current });
    showToast({ kind: 'success', message: `Фильтры набора ${quoted(view.name)} заменены` });
    onClose();
  });
  if (isRemoving)
    return <RemoveView view={view} viewed={viewed} onCancel={() => setIsRemoving(false)} onDone={onClose} />;
  const canReplace = Object.keys(current).length > 0 && !isSameFilters(view.filters, current);
  return (
    <form {...rename} className={classes.form}>
      <TextField label="Название набора" maxLength={60} {...text('name')} ref={focusOnMount} />
      <FormFailure failure={failure ?? replacing.failure} />
      <DialogActions action="Сохранить" onCancel={onClose} isPending={isPending} takesFocus="never" />
      <div className={classes.others}>
        {canReplace && (
          <Button variant="default" size="sm" aria-busy={replacing.isPending} onClick={replacing.run}>
            Заменить фильтры нынешними
          </Button>
        )}
        <Button variant="subtle" size="sm" className={classes.remove} onClick={() => setIsRemoving(true)}>
          Удалить набор
        </Button>
      </div>
    </form>
  );
}

interface RemoveViewProps {
  view: SavedView;
  viewed: ViewedList;
  onCancel: () => void;
  onDone: () => void;
}

function RemoveView({ view, viewed, onCancel, onDone }: RemoveViewProps) {
  const removal = useAction(async () => {
    await removeView(viewed, view.id);
    showToast({ kind: 'success', message: `Набор ${quoted(view.name)} удалён` });
    onDone();
  });
  const others = viewed.ofStaff ? 'у всех сотрудников' : 'у всех участников организации';
  return (
    <div className={classes.form}>
      <p className={classes.question}>
        Удалить набор {quoted(view.name)}? {view.isShared && `Он пропадёт ${others}. `}Сам список не изменится.
      </p>
      <FormFailure failure={removal.failure} />
      <DialogActions
        action="Удалить набор"
        onAction={removal.run}
        onCancel={onCancel}
        isDangerous
        isPending={removal.isPending}
        takesFocus="on-mount"
      />
    </div>
  );
}
