import { gauge } from '../metrics.ts';
import type { Database } from './database.ts';

const connections = gauge('database_connections', 'Connections of a pool', ['pool', 'state']);
const waiting = gauge('database_waiting', 'Queries and transactions that wait for a connection of a pool', ['pool']);

/** By name of the pool: `requests` and `jobs`. */
export function collectPools(databases: Record<string, Pick<Database, 'connections'>>): () => void {
  return () => {
    for (const [pool, database] of Object.entries(databases)) {
      const { total, idle, waiting: queued } = database.connections();
      connections.set({ pool, state: 'in use' }, total - idle);
      connections.set({ pool, state: 'idle' }, idle);
      waiting.set({ pool }, queued);
    }
  };
}
