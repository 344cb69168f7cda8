import type { adminUserDetails } from '@kazna/contract/admin/users';
import type * as z from 'zod/mini';

export type UserDetailsData = z.output<typeof adminUserDetails>;
