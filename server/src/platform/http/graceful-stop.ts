import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A connection that has just been made may be about to bring a request. */
const spareGraceMs = 500;

/**
 * Makes a stop wait for the requests in flight and for nothing else. By itself Node also waits, for a minute and more,
 * for connections that are kept alive after them and for those that never asked anything, as browsers open in reserve.
 * Whatever is still open when the timeout is over (a stalled body, a slow download) is closed: Node stops checking its
 * own timeouts once the server closes.
 */
export function stopGracefully(app: FastifyInstance, timeoutMs: number): void {
  const spare = new Set<Socket>();
  let isStopping = false;
  app.server.on('connection', (socket: Socket) => {
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    spare.delete(request.raw.socket);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    setTimeout(() => {
      for (const socket of spare) socket.destroy();
    }, spareGraceMs);
    // Does not keep the process alive: with no connection left there is nothing to close.
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref();
    done();
  });
}
