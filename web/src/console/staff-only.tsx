import type { StaffPermission } from '@kazna/contract/shared/permissions';
import type { ReactNode } from 'react';
import { CompassDrawing } from '../ui/drawings.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { useStaff } from './use-staff.ts';

interface StaffOnlyProps {
  permission: StaffPermission;
  /** Says nothing to those who may not. */
  isSilent?: boolean;
  children: ReactNode;
}

/** Asks the server for nothing that it would refuse. */
export function StaffOnly({ permission, isSilent = false, children }: StaffOnlyProps) {
  const { can, userId } = useStaff();
  if (can(permission)) return children;
  if (isSilent || userId === undefined) return null;
  return (
    <Empty drawing={<CompassDrawing />} title="Нет доступа">
      Этот раздел видит только администратор. Попросите его сделать то, что нужно, или изменить вашу роль.
    </Empty>
  );
}
