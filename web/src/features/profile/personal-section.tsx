import { type Profile, profileForm, updateProfile } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../queries/profile.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import classes from './personal-section.module.css';
import { BusyButton, Section } from './section.tsx';
import { TimezoneField } from './timezone-field.tsx';

/** The contract's rules, with a required name and a phone typed in the local format. */
const personalForm = z.extend(z.required(profileForm, { name: true, timezone: true }), {
  phone: z.optional(
    z.pipe(z.pipe(z.string(), z.transform(internationalPhone)), z.nonoptional(profileForm.shape.phone)),
  ),
});

function PersonalForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const { form, text, set, values, failure, isPending } = useContractForm(personalForm, {
    name: profile.name,
    phone: formatPhone(profile.phone ?? ''),
    timezone: profile.timezone,
  });
  const phone = text('phone');

  const onSubmit = form(async ({ name, timezone, phone = '' }) => {
    const saved = await call(updateProfile, { body: { name, timezone, phone } });
    queryClient.setQueryData(profileQuery().queryKey, saved);
    showToast({ kind: 'success', message: 'Данные сохранены' });
  });

  return (
    <form {...onSubmit} className={classes.form}>
      <TextField label="Имя" {...text('name')} required withAsterisk={false} autoComplete="name" />
      <div className={classes.pair}>
        <TextField
          label="Телефон"
          description="Необязательно"
          placeholder="+7 900 123-45-67"
          {...phone}
          onBlur={() => {
            phone.onBlur();
            const grouped = formatPhone(values.phone);
            if (grouped !== values.phone) set('phone', grouped);
          }}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <TimezoneField
          label="Часовой пояс"
          description="По нему показываем время в кабинете"
          value={values.timezone}
          error={text('timezone').error}
          onChange={(zone) => set('timezone', zone)}
        />
      </div>
      <FormFailure failure={failure} />
      <BusyButton type="submit" isBusy={isPending}>
        Сохранить
      </BusyButton>
    </form>
  );
}

function PersonalSkeleton() {
  const field = (
    <div className={classes.field}>
      <SkeletonLine width={90} />
      <span />
    </div>
  );
  return (
    <div className={classes.form} role="status" aria-label="Загружаем">
      {field}
      <div className={classes.pair}>
        {field}
        {field}
      </div>
      <div className={classes.button} />
    </div>
  );
}

export function PersonalSection({ profile }: { profile: Profile | undefined }) {
  return (
    <Section id="personal" explanation="Имя видят участники ваших организаций. Телефон не видит никто, кроме вас.">
      {profile ? <PersonalForm profile={profile} /> : <PersonalSkeleton />}
    </Section>
  );
}

/** Converts 8 900 … and 900 … to the international form; anything else stays as typed. */
export function internationalPhone(typed: string): string {
  const dialable = typed.replace(/[^\d+]/g, '');
  if (/^8\d{10}$/.test(dialable)) return `+7${dialable.slice(1)}`;
  if (/^7\d{10}$/.test(dialable)) return `+${dialable}`;
  if (/^[3489]\d{9}$/.test(dialable)) return `+7${dialable}`;
  return typed;
}

/** «+7 900 123-45-67». Numbers of other countries are grouped in too many ways to guess. */
export function formatPhone(phone: string): string {
  const parts = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(internationalPhone(phone).replace(/[^\d+]/g, ''));
  if (!parts) return phone;
  const [, code, first, second, third] = parts;
  return `+7 ${code} ${first}-${second}-${third}`;
}
