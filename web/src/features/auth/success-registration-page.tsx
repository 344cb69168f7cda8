import { useLocation } from '@tanstack/react-router';
import { ResendLetter } from '../../parts/resend-letter.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { AuthLinks, AuthText } from './auth-layout.tsx';
import { resendLetter } from './resend-letter.ts';

export function SuccessRegistrationPage() {
  const email = useLocation({ select: (location) => location.state.email });
  if (!email) return null;
  return (
    <>
      <AuthText title="Проверьте почту" drawing={<EnvelopeDrawing />}>
        <p>
          Письмо отправлено на <strong>{email}</strong>.
        </p>
        <p>Откройте его и перейдите по ссылке, чтобы подтвердить адрес. Ссылка действует сутки.</p>
        <p>Если письма нет несколько минут, загляните в папку «Спам».</p>
      </AuthText>
      <ResendLetter hasJustSent send={() => resendLetter(email)}>
        Отправить ещё раз
      </ResendLetter>
      <AuthLinks>
        <LinkAnchor to="/auth" search={{ mode: 'register' }}>
          Указать другой адрес
        </LinkAnchor>
        <LinkAnchor to="/auth" search={{ mode: 'signin' }}>
          Вернуться ко входу
        </LinkAnchor>
      </AuthLinks>
    </>
  );
}
