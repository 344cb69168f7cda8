import { reason, updateUser } from '@kazna/contract/admin';
import { type OperatorRole, operatorRoles } from '@kazna/contract/permissions';
import { object, enum as oneOf } from 'zod/mini';
import { call } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { useContractForm } from '../../../ui/form.ts';
import { FormFailure } from '../../../ui/form-end.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { refreshAdmin } from '../queries.ts';
import { ReasonField } from '../reason-dialog.tsx';
import classes from './operator-role-dialog.module.css';
import type { UserInFull } from './user-actions.tsx';
import { operatorRoleWords } from './user-words.tsx';

interface OperatorRoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: UserInFull;
}

export function OperatorRoleDialog({ isOpen, onClose, user }: OperatorRoleDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Роль оператора: ${user.name}`}>
      <RoleForm user={user} onClose={onClose} />
    </Dialog>
  );
}

const none = 'none';
const roleForm = object({ role: oneOf([none, ...operatorRoles]), reason });

const consequences: Record<OperatorRole | typeof none, string> = {
  none: 'Раздел администрирования для этого человека исчезнет.',
  support: 'Увидит всех пользователей, организации и платежи, менять ничего не сможет.',
  finance: 'Сможет менять балансы, возвращать деньги и завершать проверки платежей.',
  admin: 'Сможет всё, в том числе блокировать людей и назначать операторов.',
};

function RoleForm({ user, onClose }: { user: UserInFull; onClose: () => void }) {
  const current = user.operatorRole ?? none;
  const { form, text, values, failure, isPending } = useContractForm(roleForm, { role: current, reason: '' });
  const change = form(async ({ role, ...body }) => {
    const operatorRole = role === none ? null : role;
    await call(updateUser, { params: { userId: user.id }, body: { ...body, operatorRole } });
    showToast({ kind: 'success', message: 'Роль оператора изменена', detail: user.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...change}>
      <SelectField
        label="Роль"
        {...text('role')}
        data={[{ value: none, label: 'Не оператор' }, ...operatorRoles.map(optionOf)]}
      />
      <p className={classes.consequence} role="status">
        {consequences[values.role as OperatorRole | typeof none]}
      </p>
      <ReasonField {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Изменить роль" onCancel={onClose} isPending={isPending} />
    </form>
  );
}

function optionOf(role: OperatorRole) {
  return { value: role, label: operatorRoleWords[role] };
}
