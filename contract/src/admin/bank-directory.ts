import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { time } from '../shared/fields.ts';

const directory = z.object({
  /** The business day of the central bank that the file is for. */
  day: z.iso.date(),
  banks: z.int(),
  loadedAt: time,
  /** Null after the account was deleted. */
  loadedBy: z.nullable(z.string()),
});
export type BankDirectory = z.output<typeof directory>;
const answer = z.object({ directory: z.nullable(directory) });

export const getBankDirectory = endpoint({
  method: 'GET',
  path: '/api/admin/bank-directory',
  summary: 'Which directory of БИК is loaded; null before the first',
  access: { staff: 'admin.read' },
  status: 200,
  answer,
});

/** The central bank's own file has about 6 megabytes. */
export const maxDirectoryBytes = 16 * 1024 * 1024;

export const loadBankDirectory = endpoint({
  method: 'PUT',
  path: '/api/admin/bank-directory',
  summary: "Replace the directory of БИК by the central bank's file ED807, as it is or in a ZIP. All of it or nothing",
  access: { staff: 'admin.money' },
  bytes: true,
  maxBodyBytes: maxDirectoryBytes,
  status: 200,
  answer,
  problems: ['bank_directory_unreadable', 'bank_directory_cut', 'bank_directory_too_large', 'bank_directory_older'],
});
