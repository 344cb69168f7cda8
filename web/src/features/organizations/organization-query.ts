import { getOrganization } from '@kazna/contract/cabinet/organizations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Prefix of an organization's query keys, to invalidate them all. */
export function organizationKey(organizationId: string) {
  return ['organization', organizationId] as const;
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKey(organizationId), 'itself'],
    queryFn: () => call(getOrganization, { params: { organizationId } }),
  });
}
