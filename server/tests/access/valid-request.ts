import type { Sending } from './ask.ts';
import type { Scene, Somebody } from './scene.ts';

/** A request that the endpoint takes from whoever may call it, with targets of its own for what it spends. */
export type ValidRequest = (scene: Scene, me: Somebody) => Sending | Promise<Sending>;
