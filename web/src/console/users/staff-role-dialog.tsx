import { reason } from '@kazna/contract/admin/reason';
import { updateUser } from '@kazna/contract/admin/users';
import { type StaffRole, staffRoles } from '@kazna/contract/shared/permissions';
import { useState } from 'react';
import { object, enum as oneOf } from 'zod/mini';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './staff-role-dialog.module.css';
import { staffRoleLabels, type UserDetailsData } from './user-labels.tsx';

interface StaffRoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: UserDetailsData;
}

export function StaffRoleDialog({ isOpen, onClose, user }: StaffRoleDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Роль сотрудника: ${user.name}`}>
      <RoleForm user={user} onClose={onClose} />
    </Dialog>
  );
}

const none = 'none';
const roleForm = object({ role: oneOf([none, ...staffRoles]), reason });

const consequences: Record<StaffRole | typeof none, string> = {
  none: 'Раздел администрирования для этого человека исчезнет.',
  support: 'Увидит всех пользователей, организации и платежи, менять ничего не сможет.',
  finance: 'Сможет менять балансы, возвращать деньги и завершать проверки платежей.',
  admin: 'Получит полный доступ: деньги, блокировка людей, назначение сотрудников.',
};

function RoleForm({ user, onClose }: { user: UserDetailsData; onClose: () => void }) {
  const current = user.operatorRole ?? none;
  const { form, text, values, failure, isPending } = useContractForm(roleForm, { role: current, reason: '' });
  const [phase, setPhase] = useState<'choosing' | 'asking' | 'choosing again'>('choosing');
  const isAsking = phase === 'asking';
  const change = form(async ({ role, ...body }) => {
    // Full access allows appointing others, so it needs a second confirmation.
    if (role === 'admin' && current !== 'admin' && !isAsking) return setPhase('asking');
    const operatorRole = role === none ? null : role;
    await callConfirmed(updateUser, { params: { userId: user.id }, body: { ...body, operatorRole } });
    showToast({ kind: 'success', message: 'Роль сотрудника изменена', detail: user.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...change}>
      <div hidden={isAsking}>
        <SelectField
          label="Роль"
          {...text('role')}
          data={[{ value: none, label: 'Не сотрудник' }, ...staffRoles.map(optionOf)]}
        />
        <p className={classes.consequence} role="status">
          {consequences[values.role as StaffRole | typeof none]}
        </p>
        <ReasonField {...text('reason')} />
      </div>
      {isAsking && (
        <p className={classes.question} role="alert">
          Сделать администратором: {user.name} ({user.email})? Этот человек получит полный доступ ко всем организациям и
          деньгам, сможет блокировать людей, назначать сотрудников и снять эту роль с вас.
        </p>
      )}
      <FormFailure failure={failure} />
      {isAsking ? (
        <DialogActions
          action="Сделать администратором"
          onCancel={() => setPhase('choosing again')}
          cancelLabel="Не менять"
          isDangerous
          isPending={isPending}
          takesFocus="on-mount"
        />
      ) : (
        <DialogActions
          action="Изменить роль"
          onCancel={onClose}
          isPending={isPending}
          takesFocus={phase === 'choosing' ? 'on-open' : 'on-mount'}
        />
      )}
    </form>
  );
}

function optionOf(role: StaffRole) {
  return { value: role, label: staffRoleLabels[role] };
}
