import { type AdminService, createService, serviceForm, updateService } from '@kazna/contract/admin/services';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CheckboxField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './services.module.css';

interface ServiceDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined for a new one. */
  service?: AdminService | undefined;
  /** Groups in use, offered while typing. */
  groups: readonly string[];
}

export function ServiceDialog({ isOpen, onClose, service, groups }: ServiceDialogProps) {
  const title = service ? `Изменить услугу «${service.name}»` : 'Новая услуга';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={640}>
      <ServiceFields service={service} groups={groups} onClose={onClose} />
    </Dialog>
  );
}

function ServiceFields({ service, groups, onClose }: Omit<ServiceDialogProps, 'isOpen'>) {
  const { form, text, box, values, failure, isPending } = useContractForm(filledServiceForm, serviceValues(service));
  const save = form(async (body) => {
    if (service) await callConfirmed(updateService, { params: { serviceId: service.id }, body });
    else await callConfirmed(createService, { body });
    showToast({ kind: 'success', message: service ? 'Услуга изменена' : 'Услуга добавлена', detail: body.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <TextField
        label="Название"
        description="До 100 символов. Так услугу видят клиенты"
        {...text('name')}
        data-autofocus
        autoComplete="off"
      />
      <TextField
        label="Название для документов"
        description="До 100 символов. Стоит в актах и УПД, например «Услуги хостинга»"
        {...text('documentName')}
        autoComplete="off"
      />
      <div className={classes.pair}>
        <TextField
          label="Единица"
          description="До 20 символов: шт., место, Гбайт"
          {...text('unit')}
          autoComplete="off"
        />
        <TextField
          label="Группа"
          description="До 60 символов. Можно не заполнять"
          {...text('group')}
          list="service-groups"
          autoComplete="off"
        />
        <datalist id="service-groups">
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
      </div>
      <Description field={text('description')} source={values.description ?? ''} />
      <CheckboxField label="Показывать клиентам в каталоге" {...box('isVisible')} />
      <p className={classes.boxHint}>Скрытую услугу подключаете только вы, на странице организации.</p>
      <FormFailure failure={failure} />
      <DialogActions
        action={service ? 'Сохранить' : 'Добавить услугу'}
        onCancel={onClose}
        isPending={isPending}
        takesFocus="never"
      />
    </form>
  );
}

const views = [
  ['text', 'Текст'],
  ['preview', 'Как увидят'],
] as const;

interface DescriptionProps {
  field: ReturnType<ReturnType<typeof useContractForm>['text']>;
  source: string;
}

function Description({ field, source }: DescriptionProps) {
  const [view, setView] = useState<'text' | 'preview'>('text');
  // A refused text is shown with its error, whatever is looked at.
  const isText = view === 'text' || field.error !== undefined;
  return (
    <div className={classes.description}>
      <div className={classes.views}>
        <Choices label="Вид описания" values={views} chosen={isText ? 'text' : 'preview'} onChoose={setView} />
      </div>
      {isText ? (
        <TextAreaField
          label="Описание"
          description="До 5 000 символов. Заголовки «# », списки «- », **жирный**, [ссылка](https://…)"
          {...field}
        />
      ) : (
        <div className={classes.preview}>
          {source.trim() ? <Markdown source={source} headingOffset={1} /> : 'Описания пока нет.'}
        </div>
      )}
    </div>
  );
}

/** Empty optional fields are sent as null, so that they can be emptied. */
const read = ({ group = null, description = null, isVisible, ...rest }: Record<string, unknown>) =>
  ({ ...rest, group, description, isVisible: Boolean(isVisible) }) as z.input<typeof serviceForm>;

const filledServiceForm = z.pipe(z.transform(read), serviceForm);

function serviceValues(service: AdminService | undefined): Record<string, string> {
  return {
    name: service?.name ?? '',
    documentName: service?.documentName ?? '',
    unit: service?.unit ?? 'шт.',
    group: service?.group ?? '',
    description: service?.description ?? '',
    isVisible: (service?.isVisible ?? true) ? 'yes' : '',
  };
}
