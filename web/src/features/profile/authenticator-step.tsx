import { confirmSecondFactor, totpCodeForm } from '@kazna/contract/cabinet/second-factor';
import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { encode } from 'uqr';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { profileQuery } from '../../queries/profile.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { focusOnMount, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import classes from './authenticator-step.module.css';

export interface Authenticator {
  secret: string;
  uri: string;
}

interface AuthenticatorStepProps {
  authenticator: Authenticator;
  onDone: (recoveryCodes: string[]) => void;
}

/** Authenticators show «123 456», so spaces are allowed. */
const spacedCodeForm = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replace(/\s/g, '')),
    ),
    totpCodeForm.shape.code,
  ),
});

export function AuthenticatorStep({ authenticator, onDone }: AuthenticatorStepProps) {
  const queryClient = useQueryClient();
  const { form, text, failure, isPending } = useContractForm(spacedCodeForm, { code: '' });

  const onSubmit = form(async (body) => {
    const { recoveryCodes } = await call(confirmSecondFactor, { body });
    void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    onDone(recoveryCodes);
  });

  return (
    <form {...onSubmit}>
      <p className={classes.text}>Отсканируйте QR-код приложением для кодов.</p>
      <div className={classes.picture}>
        <QrCode text={authenticator.uri} label="QR-код для приложения" />
      </div>
      <Anchor href={authenticator.uri} className={classes.open}>
        Открыть приложение на этом телефоне
      </Anchor>
      <p className={classes.text}>Не сканируется? Введите в приложение ключ:</p>
      <div className={classes.secret}>
        <output aria-label="Ключ">{authenticator.secret.replace(/(.{4})(?=.)/g, '$1 ')}</output>
        <CopyButton text={authenticator.secret} copied="Ключ скопирован">
          Скопировать
        </CopyButton>
      </div>
      <TextField
        label="Код"
        description="6 цифр, которые показывает приложение"
        {...text('code')}
        ref={focusOnMount}
        required
        withAsterisk={false}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Включить</SubmitButton>
    </form>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  return <QrPicture rows={data.map((row) => row.map(Number).join(''))} label={label} />;
}
