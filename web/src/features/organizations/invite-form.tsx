import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { invitableRoles } from '@kazna/contract/cabinet/invited-sign-up';
import { roleNames } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { EmailField, focusOnMount } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './invitations-tab.module.css';
import { invitationsQuery } from './queries.ts';
import { roleAbilities } from './roles.ts';

/** Resets after each invitation, with the focus on the address. */
export function InviteCard({ organizationId }: { organizationId: string }) {
  const [sent, setSent] = useState(0);
  return (
    <Card title="Пригласить в организацию">
      <InviteForm key={sent} organizationId={organizationId} isNext={sent > 0} onSent={() => setSent(sent + 1)} />
    </Card>
  );
}

interface InviteFormProps {
  organizationId: string;
  isNext: boolean;
  onSent: () => void;
}

function InviteForm({ organizationId, isNext, onSent }: InviteFormProps) {
  const queryClient = useQueryClient();
  const { form, text, values, failure, isPending } = useContractForm(inviteMember.body, {
    email: '',
    role: 'member',
  });

  const onSubmit = form(async (body) => {
    await call(inviteMember, { params: { organizationId }, body });
    await queryClient.invalidateQueries(invitationsQuery(organizationId));
    showToast({ kind: 'success', message: 'Приглашение отправлено', detail: body.email });
    onSent();
  });

  return (
    <form {...onSubmit}>
      <div className={classes.form}>
        <EmailField ref={isNext ? focusOnMount : undefined} autoComplete="off" {...text('email')} />
        <SelectField
          label="Роль"
          data={invitableRoles.map((role) => ({ value: role, label: roleNames[role] }))}
          {...text('role')}
          aria-describedby="role-abilities"
        />
        <Button type="submit" className={classes.submit} aria-busy={isPending} aria-disabled={isPending}>
          Пригласить
        </Button>
        <p id="role-abilities" className={classes.abilities} aria-live="polite">
          {roleNames[values.role as keyof typeof roleNames]}: {lowerFirst(roleAbilities[values.role as 'member'])}.
        </p>
      </div>
      <div className={classes.failure}>
        <FormFailure failure={failure} />
      </div>
    </form>
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
