import { type StaffPermission, staffRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';

/** Who is at work and what they may do; the server asks the same map. */
export function useStaff() {
  const { data: profile } = useQuery(profileQuery());
  const role = profile?.operatorRole;
  return {
    userId: profile?.id,
    can: (permission: StaffPermission) => (role ? staffRoleCan(role, permission) : false),
  };
}
