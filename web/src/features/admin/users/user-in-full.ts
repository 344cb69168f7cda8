import type { adminUserDetails } from '@kazna/contract/admin/admin';
import type * as z from 'zod/mini';

export type UserInFull = z.output<typeof adminUserDetails>;
