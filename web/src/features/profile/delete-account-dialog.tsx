import { deleteProfile, type Profile, passwordForm } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { removeTokens } from '../../session/tokens.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import classes from './dialogs.module.css';

const keptByOrganization: string[] = [
  'last_owner',
  'organization_has_balance',
  'organization_has_debt',
  'organization_has_unsettled_payments',
];

interface DeleteAccountDialogProps extends OpenProps {
  profile: Profile;
}

export function DeleteAccountDialog({ profile, isOpen, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog title="Удалить аккаунт?" isOpen={isOpen} onClose={onClose}>
      <DeleteAccountForm profile={profile} onCancel={onClose} />
    </Dialog>
  );
}

function DeleteAccountForm({ profile, onCancel }: { profile: Profile; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { form, text, failure, isPending } = useContractForm(passwordForm, { currentPassword: '' });
  const isKeptByOrganization = keptByOrganization.includes(failure?.problem.code ?? '');

  const onSubmit = form(async (body) => {
    await call(deleteProfile, { body });
    // Pending queries are canceled: a 401 after the sign-out would look like a failed authentication.
    await queryClient.cancelQueries();
    removeTokens();
    await router.navigate({ to: '/auth' });
    showToast({ kind: 'success', message: 'Аккаунт удалён', detail: 'Записи учёта остались без ваших данных.' });
  });

  return (
    <form {...onSubmit}>
      <div className={dialog.text}>
        <p>
          Аккаунт {profile.email} исчезнет вместе с именем, телефоном и сеансами. Организации, где больше никого нет,
          закроются, бонусы на их балансах сгорят.
        </p>
        <p>Восстановить аккаунт нельзя. Записи о платежах останутся без ваших данных: их требует учёт.</p>
      </div>
      <CurrentPasswordField email={profile.email} {...text('currentPassword')} />
      <FormFailure failure={failure}>{isKeptByOrganization && <OwnOrganizations profile={profile} />}</FormFailure>
      <DialogActions action="Удалить аккаунт" onCancel={onCancel} isDangerous isPending={isPending} />
    </form>
  );
}

function OwnOrganizations({ profile }: { profile: Profile }) {
  const owned = profile.memberships.filter(({ role }) => role === 'owner');
  return (
    <div className={classes.links}>
      {owned.map(({ organizationId, name }) => (
        <LinkAnchor
          key={organizationId}
          to="/organization/$id"
          params={{ id: organizationId }}
          search={{ tab: undefined }}
        >
          {name}
        </LinkAnchor>
      ))}
    </div>
  );
}
