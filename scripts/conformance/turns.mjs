import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Gives turns to processes: a connection is told when it may begin, and its turn ends when it is closed.
 *
 * @param {number} atOnce how many may run at the same time
 * @returns {Promise<{ readonly port: number, close(): void }>}
 */
export async function openTurns(atOnce) {
  /** @type {import('node:net').Socket[]} */
  const waiting = [];
  let running = 0;
  const next = () => {
    while (running < atOnce) {
      const socket = waiting.shift();
      if (socket === undefined) return;
      running++;
      socket.once('close', () => {
        running--;
        next();
      });
      socket.write('.');
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      const place = waiting.indexOf(socket);
      if (place >= 0) waiting.splice(place, 1);
    });
    socket.resume();
    waiting.push(socket);
    next();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => void server.close() };
}
