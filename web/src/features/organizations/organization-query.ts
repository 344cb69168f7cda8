import { getOrganization } from '@kazna/contract/cabinet/organizations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The beginning of every key, by which all that is known of an organization is asked anew. */
export function organizationKey(organizationId: string) {
  return ['organization', organizationId] as const;
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKey(organizationId), 'itself'],
    queryFn: () => call(getOrganization, { params: { organizationId } }),
  });
}
