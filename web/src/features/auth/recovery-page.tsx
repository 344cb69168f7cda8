import { forgotPassword } from '@kazna/contract/cabinet/accounts';
import { call } from '../../api/client.ts';
import { AddressForm } from './address-form.tsx';
import { AuthText } from './auth-text.tsx';

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
