import * as z from 'zod/mini';
import { lineOfText } from '../shared/fields.ts';

/** Every operator's action says why; the log keeps it. */
export const reason = lineOfText(3, 250);
export const reasonForm = z.object({ reason });
