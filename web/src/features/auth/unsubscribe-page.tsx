import { categoryNames, type OptionalCategory, unsubscribe } from '@kazna/contract/cabinet/notifications';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { DoneDrawing, EnvelopeDrawing } from '../../ui/drawings.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkButton } from '../../ui/links.tsx';
import { AuthLinks, AuthText } from './auth-layout.tsx';

/** Asks first: mail servers open every link of a letter to check it. */
export function UnsubscribePage({ token }: { token: string }) {
  const [category, setCategory] = useState<OptionalCategory>();
  const { failure, isPending, run } = useAction(async () => {
    setCategory((await call(unsubscribe, { body: { token } })).category);
  });
  if (category)
    return (
      <AuthText title="Вы отписаны" drawing={<DoneDrawing />} isOutcome>
        <p>
          Больше не пришлём письма на тему «{categoryNames[category]}» об этой организации. В личном кабинете
          уведомления останутся.
        </p>
        <AuthLinks>
          <LinkButton to="/notifications/settings" variant="default">
            Настроить письма
          </LinkButton>
        </AuthLinks>
      </AuthText>
    );
  return (
    <>
      <AuthText title="Отписаться от писем" drawing={<EnvelopeDrawing />}>
        <p>Такие письма об этой организации больше не придут. Письма о деньгах и безопасности приходят всегда.</p>
      </AuthText>
      <FormFailure failure={failure} />
      <Button aria-busy={isPending} onClick={run}>
        Отписаться
      </Button>
    </>
  );
}
