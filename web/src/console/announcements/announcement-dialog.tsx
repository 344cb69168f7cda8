import {
  type AdminAnnouncement,
  announcementAudiences,
  announcementForm,
  countAudience,
  createAnnouncement,
  updateAnnouncement,
} from '@kazna/contract/admin/announcements';
import { businessTime } from '@kazna/contract/shared/business-time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { currentTime } from '../../format/current-time.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatTypedDay, parseDay } from '../../format/period.ts';
import { keys } from '../../queries/keys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { catalogueQuery } from '../services/queries.ts';
import { TariffSelect } from '../services/tariff-select.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './announcements.module.css';

interface AnnouncementDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined for a new one. */
  announcement: AdminAnnouncement | undefined;
}

export function AnnouncementDialog({ isOpen, onClose, announcement }: AnnouncementDialogProps) {
  const title = announcement ? 'Изменить объявление' : 'Новое объявление';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={600}>
      <AnnouncementFields key={announcement?.id} announcement={announcement} onClose={onClose} />
    </Dialog>
  );
}

function AnnouncementFields({ announcement, onClose }: Omit<AnnouncementDialogProps, 'isOpen'>) {
  const { data: catalogue = [] } = useQuery(catalogueQuery());
  const { form, text, values, failure, isPending } = useContractForm(filledForm, valuesOf(announcement));
  const save = form(async (body) => {
    if (announcement) await call(updateAnnouncement, { params: { announcementId: announcement.id }, body });
    else await call(createAnnouncement, { body });
    showToast({ kind: 'success', message: announcement ? 'Объявление изменено' : 'Объявление добавлено' });
    onClose();
    void refreshAnnouncements();
  });
  const when = { placeholder: 'ДД.ММ.ГГГГ ЧЧ:ММ', maxLength: 16, autoComplete: 'off' };
  return (
    <form {...save}>
      <TextAreaField
        label="Текст"
        description="До 300 символов. Что случится и что делать клиенту"
        {...text('text')}
        data-autofocus
      />
      <TextField
        label="Страница с подробностями"
        description="Можно не заполнять. Например, /info/help/services"
        {...text('link')}
        autoComplete="off"
      />
      <SelectField
        label="Кто увидит"
        {...text('audience')}
        data={Object.entries(announcementAudiences).map(([value, label]) => ({ value, label }))}
      />
      {values.audience === 'tariff' && (
        <TariffSelect label="Тариф" emptyLabel="Выберите тариф" catalogue={catalogue} {...text('tariffId')} />
      )}
      <People audience={values.audience ?? ''} tariffId={values.tariffId ?? ''} />
      <div className={classes.pair}>
        <TextField label="Начать, МСК" {...when} {...text('from')} />
        <TextField label="Закончить, МСК" {...when} {...text('until')} />
      </div>
      <FormFailure failure={failure} />
      <DialogActions
        action={announcement ? 'Сохранить' : 'Добавить'}
        onCancel={onClose}
        isPending={isPending}
        takesFocus="never"
      />
    </form>
  );
}

function People({ audience, tariffId }: { audience: string; tariffId: string }) {
  const isChosen = audience !== 'tariff' || tariffId !== '';
  const { data } = useQuery({
    queryKey: ['admin', 'announcement-audience', audience, tariffId],
    queryFn: () => {
      const query = { audience: audience as AdminAnnouncement['audience'], ...(tariffId && { tariffId }) };
      return call(countAudience, { query });
    },
    enabled: isChosen,
    placeholderData: keepPreviousData,
  });
  return (
    <p className={classes.people} role="status">
      {isChosen && data && `Сейчас это ${formatCount(data.people, ['человек', 'человека', 'человек'])}`}
    </p>
  );
}

const hourMs = 60 * 60_000;

function valuesOf(announcement: AdminAnnouncement | undefined): Record<string, string> {
  const now = currentTime().getTime();
  return {
    text: announcement?.text ?? '',
    link: announcement?.link ?? '',
    audience: announcement?.audience ?? 'everybody',
    tariffId: announcement?.tariffId ?? '',
    from: typedMoment(announcement?.from ?? new Date(now).toISOString()),
    until: typedMoment(announcement?.until ?? new Date(now + 72 * hourMs).toISOString()),
  };
}

/** Returns «14.11.2026 09:30» by the clock of the business. */
function typedMoment(instant: string): string {
  const [day = '', time = ''] = businessTime(instant).split(' ');
  return `${formatTypedDay(day)} ${time.slice(0, 5)}`;
}

/** Leaves what is malformed for the schema to refuse. */
function instantOf(typed: unknown): unknown {
  const [, date = '', hour = '', minute = ''] = /^(\S+)\s+(\d{1,2}):(\d{2})$/.exec(String(typed ?? '').trim()) ?? [];
  const day = parseDay(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return typed;
  return new Date(`${day}T${hour.padStart(2, '0')}:${minute}:00+03:00`).toISOString();
}

function read({ link = null, tariffId = null, from, until, ...rest }: Record<string, unknown>) {
  return {
    ...rest,
    link,
    tariffId: rest.audience === 'tariff' ? tariffId : null,
    from: instantOf(from),
    until: instantOf(until),
  } as z.input<typeof announcementForm>;
}

const filledForm = z.pipe(z.transform(read), announcementForm);

/** Staff see announcements above their pages too. */
export async function refreshAnnouncements(): Promise<void> {
  await Promise.all([refreshAdmin(), queryClient.invalidateQueries({ queryKey: keys.profile })]);
}
