import { Pages } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';
import type { Organization, OrganizationForm, OrganizationPatch, OrganizationQuery } from '../types.gen.ts';

export function organizations(call: Call) {
  const list = (query: OrganizationQuery = {}, options?: CallOptions) =>
    new Pages<Organization>(call, '/v1/organizations', { ...query }, options);
  return {
    /** Opens an organization; its owner is invited by e-mail. */
    create: (body: OrganizationForm, options?: CallOptions) =>
      call<Organization>({ method: 'POST', path: '/v1/organizations', body, ...options }),
    get: (id: string, options?: CallOptions) =>
      call<Organization>({ method: 'GET', path: `/v1/organizations/${encodeURIComponent(id)}`, ...options }),
    /** Newest first. */
    list,
    /** By the business's own id; undefined when there is none. */
    findByExternalId: async (externalId: string, options?: CallOptions): Promise<Organization | undefined> =>
      (await list({ externalId }, options).page()).items[0],
    update: (id: string, body: OrganizationPatch, options?: CallOptions) =>
      call<Organization>({ method: 'PATCH', path: `/v1/organizations/${encodeURIComponent(id)}`, body, ...options }),
  };
}
