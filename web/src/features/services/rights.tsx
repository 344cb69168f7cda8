import { getOrganization } from '@kazna/contract/cabinet/organizations';
import { suspendedAllows } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { InfoIcon } from '../../ui/visitor-icons.tsx';
import classes from './rights.module.css';

export interface ServiceRights {
  /** Undefined while the profile is loading. */
  organizationId: string | undefined;
  /** Whether the role allows it: the buttons are there. */
  mayManage: boolean;
  /** Whether the buttons work: those of a suspended organization do not. */
  canAct: boolean;
  /** Why nothing can be done; undefined where something can. */
  obstacle: 'role' | 'suspended' | undefined;
}

export function useServiceRights(): ServiceRights {
  const { id, can } = useActiveOrganization();
  const { data: organization } = useQuery({
    queryKey: keys.organizationItself(id ?? ''),
    queryFn: ({ signal }) => call(getOrganization, { params: { organizationId: id ?? '' } }, signal),
    enabled: id !== undefined,
  });
  const mayManage = can('services.manage');
  const isSuspended = organization?.status === 'suspended' && !suspendedAllows('services.manage');
  const obstacle = id === undefined ? undefined : mayManage ? (isSuspended ? 'suspended' : undefined) : 'role';
  return { organizationId: id, mayManage, canAct: mayManage && !isSuspended, obstacle };
}

export function RightsNote({ obstacle }: Pick<ServiceRights, 'obstacle'>) {
  if (!obstacle) return null;
  return (
    <p className={classes.note} role="note">
      <InfoIcon />
      {obstacle === 'role' ? (
        <span>Подключать и менять услуги могут владелец, администратор и бухгалтер организации.</span>
      ) : (
        <span>
          Организация приостановлена: подключать и менять услуги сейчас нельзя.{' '}
          <LinkAnchor to="/info/contacts" underline="always">
            Напишите в поддержку
          </LinkAnchor>
          , чтобы узнать почему.
        </span>
      )}
    </p>
  );
}
