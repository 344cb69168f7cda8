import type { Actor } from './actors.ts';
import type { Reach } from './reach.ts';

export interface Screen {
  name: string;
  by: Actor;
  /** `{name}` stands for an id. */
  path: string;
  reach?: Reach;
  /** Calls that fail, or never answer. */
  calls?: 'failed' | 'silent';
}
