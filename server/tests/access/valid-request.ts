import type { RequestParts } from './ask.ts';
import type { Scene, Somebody } from './scene.ts';

/** A request that is valid for an allowed caller, with new targets for what it consumes. */
export type ValidRequest = (scene: Scene, me: Somebody) => RequestParts | Promise<RequestParts>;
