import { type OperatorPermission, operatorRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../queries/profile.ts';

/** Who is at work and what they may do; the server asks the same map. */
export function useOperator() {
  const { data: profile } = useQuery(profileQuery());
  const role = profile?.operatorRole;
  return {
    userId: profile?.id,
    can: (permission: OperatorPermission) => (role ? operatorRoleCan(role, permission) : false),
  };
}
