import { confirmAccountantAddress, stopAccountantLetters } from '@kazna/contract/cabinet/accountant-letters';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { DoneDrawing, EnvelopeDrawing } from '../../ui/drawings.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { AuthText } from './auth-layout.tsx';

const texts = {
  confirm: {
    endpoint: confirmAccountantAddress,
    title: 'Документы на почту',
    question:
      'Организация просит присылать вам каждый месяц её закрывающие документы. Отказаться можно из любого письма.',
    action: 'Получать документы',
    done: 'Адрес подтверждён',
    outcome: (name: string) => `Документы организации ${name} придут, когда закроется месяц.`,
  },
  stop: {
    endpoint: stopAccountantLetters,
    title: 'Не присылать документы',
    question: 'Документы этой организации больше не придут на ваш адрес. Других писем это не касается.',
    action: 'Не присылать',
    done: 'Письма остановлены',
    outcome: (name: string) => `Документы организации ${name} больше не придут.`,
  },
};

/** Asks first: mail servers open every link of a letter to check it. */
export function AccountantPage({ action, token }: { action: keyof typeof texts; token: string }) {
  const { endpoint, title, question, action: label, done, outcome } = texts[action];
  const [organizationName, setOrganizationName] = useState<string>();
  const { failure, isPending, run } = useAction(async () => {
    setOrganizationName((await call(endpoint, { body: { token } })).organizationName);
  });
  if (organizationName !== undefined)
    return (
      <AuthText title={done} drawing={<DoneDrawing />} isOutcome>
        <p>{outcome(organizationName && quoted(organizationName)).replace(/\s+/g, ' ')}</p>
      </AuthText>
    );
  return (
    <>
      <AuthText title={title} drawing={<EnvelopeDrawing />}>
        <p>{question}</p>
      </AuthText>
      <FormFailure failure={failure} />
      <Button aria-busy={isPending} onClick={run}>
        {label}
      </Button>
    </>
  );
}
