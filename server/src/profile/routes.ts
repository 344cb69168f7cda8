import { getProfile } from '@kazna/contract/profile';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import * as store from './store.ts';

export function profileRoutes(api: Api, db: Database): void {
  api.on(getProfile, async ({ caller }) => {
    const { createdAt, ...profile } = await store.getProfile(db, caller.userId);
    return { ...profile, createdAt: createdAt.toISOString(), activeOrganizationId: caller.organizationId };
  });
}
