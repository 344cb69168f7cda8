import { addressForm, forgotPassword } from '@kazna/contract/cabinet/accounts';
import { Anchor } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { ResendLetter } from '../../parts/resend-letter.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { EmailField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { AuthLinks, AuthText } from './auth-layout.tsx';

export function RecoveryPage() {
  return (
    <AddressForm
      send={(email) => call(forgotPassword, { body: { email } })}
      button="Отправить ссылку"
      answer="Если такой адрес зарегистрирован, мы отправили на него ссылку. Она действует час."
    >
      <AuthText title="Восстановление пароля">
        <p>Укажите адрес, с которым регистрировались. Пришлём ссылку, по которой можно задать новый пароль.</p>
      </AuthText>
    </AddressForm>
  );
}

interface AddressFormProps {
  send: (email: string) => Promise<unknown>;
  button: string;
  /** The same text whether or not the account exists, so that accounts cannot be probed. */
  answer: string;
  /** The heading until the e-mail is sent. */
  children: ReactNode;
}

export function AddressForm({ send, button, answer, children }: AddressFormProps) {
  const { form, text, failure, isPending } = useContractForm(addressForm, { email: '' });
  const [sentTo, setSentTo] = useState<string>();

  const onSubmit = form(async ({ email }) => {
    await send(email);
    setSentTo(email);
  });

  const back = (
    <LinkAnchor to="/auth" search={{ mode: 'signin' }} state={true}>
      Вернуться ко входу
    </LinkAnchor>
  );

  if (sentTo !== undefined) {
    return (
      <>
        <AuthText title="Проверьте почту" drawing={<EnvelopeDrawing />} isOutcome>
          <p>{answer}</p>
          <p>
            Вы указали <strong>{sentTo}</strong>. Если письма нет несколько минут, загляните в папку «Спам».
          </p>
        </AuthText>
        <ResendLetter hasJustSent send={() => send(sentTo)}>
          Отправить ещё раз
        </ResendLetter>
        <AuthLinks>
          <Anchor component="button" type="button" onClick={() => setSentTo(undefined)}>
            Указать другой адрес
          </Anchor>
          {back}
        </AuthLinks>
      </>
    );
  }
  return (
    <>
      {children}
      <form {...onSubmit}>
        <EmailField {...text('email')} />
        <FormFailure failure={failure} />
        <SubmitButton isPending={isPending}>{button}</SubmitButton>
      </form>
      <AuthLinks>{back}</AuthLinks>
    </>
  );
}
