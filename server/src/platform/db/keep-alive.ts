/** TCP keep-alive notices a connection that the network has dropped. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
