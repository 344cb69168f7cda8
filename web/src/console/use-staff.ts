import { type StaffPermission, staffRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../queries/profile.ts';

/** The signed-in staff member and their permissions, by the map that the server checks too. */
export function useStaff() {
  const { data: profile } = useQuery(profileQuery());
  const role = profile?.operatorRole;
  return {
    userId: profile?.id,
    can: (permission: StaffPermission) => (role ? staffRoleCan(role, permission) : false),
  };
}
