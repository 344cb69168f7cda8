import type { Actor } from './actors.ts';
import type { Reach } from './reach.ts';

export interface Screen {
  name: string;
  by: Actor;
  /** `{name}` stands for an id. */
  path: string;
  reach?: Reach;
  /** Calls that fail, or never answer. */
  calls?: 'failed' | 'unanswered';
  /** Answers by the beginnings of paths, such as an empty list where the demo has a full one. */
  answers?: Record<string, object>;
  /** Fields that replace those of the demo's answers, by the beginnings of paths. */
  changes?: Record<string, object>;
}
