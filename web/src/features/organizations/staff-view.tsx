import { type Organization, setStaffView } from '@kazna/contract/cabinet/organizations';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card } from '../../ui/page.tsx';
import classes from './staff-view.module.css';

/** The owner's switch: whether the support may see the cabinet as the owner does. */
export function StaffView({ organization: { id, allowsStaffView } }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const { failure, isPending, run } = useAction(async () => {
    await call(setStaffView, { params: { organizationId: id }, body: { isAllowed: !allowsStaffView } });
    await queryClient.invalidateQueries({ queryKey: keys.organizationItself(id) });
    showToast({ kind: 'success', message: allowsStaffView ? 'Просмотр запрещён' : 'Просмотр разрешён' });
  });
  return (
    <Card title="Доступ поддержки">
      <div className={classes.way}>
        <p>
          {allowsStaffView
            ? 'Поддержка может открыть ваш кабинет для просмотра, чтобы разобраться в обращении: на 30\u00a0минут, без права менять, с записью в журнале.'
            : 'Вы запретили поддержке открывать ваш кабинет. Разобраться в обращении ей будет труднее.'}
        </p>
        <Button variant="default" aria-busy={isPending} aria-disabled={isPending} onClick={run}>
          {allowsStaffView ? 'Запретить просмотр' : 'Разрешить просмотр'}
        </Button>
      </div>
      <FormFailure failure={failure} />
    </Card>
  );
}
