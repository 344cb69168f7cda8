/** For connections that wait for long: one that the network has dropped is noticed, not waited on for hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
