import { type StaffPermission, staffRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '../queries/profile.ts';
import { CompassDrawing } from '../ui/drawings.tsx';
import { Empty } from '../ui/feedback/empty.tsx';

interface StaffOnlyProps {
  permission: StaffPermission;
  /** Shows nothing instead of «Нет доступа». */
  isHidden?: boolean;
  children: ReactNode;
}

/** Asks the server for nothing that it would refuse. */
export function StaffOnly({ permission, isHidden = false, children }: StaffOnlyProps) {
  const { can, userId } = useStaff();
  if (can(permission)) return children;
  if (isHidden || userId === undefined) return null;
  return (
    <Empty drawing={<CompassDrawing />} title="Нет доступа">
      Этот раздел видит только администратор. Попросите его сделать то, что нужно, или изменить вашу роль.
    </Empty>
  );
}

/** The signed-in staff member and their permissions, by the map that the server checks too. */
export function useStaff() {
  const { data: profile } = useQuery(profileQuery());
  const role = profile?.operatorRole;
  return {
    userId: profile?.id,
    can: (permission: StaffPermission) => (role ? staffRoleCan(role, permission) : false),
  };
}
