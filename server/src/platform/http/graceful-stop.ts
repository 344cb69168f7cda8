import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A new connection may be about to send its first request. */
const newConnectionGraceMs = 500;

/**
 * Makes a stop wait for requests in flight only. Node by itself also waits for keep-alive connections and for those
 * that never sent a request, which browsers open in reserve. Connections still open at the timeout are closed, since
 * Node does not check its own timeouts once the server is closing.
 */
export function stopGracefully(app: FastifyInstance, timeoutMs: number): void {
  const unused = new Set<Socket>();
  let isStopping = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    unused.delete(request.raw.socket);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, newConnectionGraceMs);
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref();
    done();
  });
}
