export interface NodeConfig {
  name: string;
  address: string;
  databasePort: number;
  restPort: number;
  etcdHosts: string[];
  dataDirectory: string;
  socketDirectory: string;
  binDirectory: string;
  password: string;
}

/** How long a dead primary keeps its lock is what an outage lasts. ttl >= loop_wait + 2 * retry_timeout. */
const timing = { ttl: 20, loop_wait: 3, retry_timeout: 4 };

/** Strict: without a synchronous standby nothing is committed, so that no acknowledged commit is ever lost. */
const synchronous = { synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 1 };

const parameters = {
  synchronous_commit: 'on',
  max_connections: 120,
  wal_keep_size: '64MB',
  max_wal_size: '256MB',
  wal_level: 'replica',
};

/** Patroni's YAML. JSON is YAML too. */
export function patroniConfig(node: NodeConfig): string {
  const { name, address, databasePort, restPort, etcdHosts, password } = node;
  const role = (username: string) => ({ username, password });
  const rest = `${address}:${restPort}`;
  const database = `${address}:${databasePort}`;
  return JSON.stringify(
    {
      scope: 'kazna',
      name,
      restapi: { listen: rest, connect_address: rest },
      // Not `etcd3`: by that API Patroni 3.0 renews the leader's lock without a comparison. A primary that was frozen
      // takes it away from the one elected meanwhile, and everything that one has committed is lost.
      etcd: { hosts: etcdHosts },
      bootstrap: {
        dcs: { ...timing, ...synchronous, failsafe_mode: true, postgresql: { use_pg_rewind: true, parameters } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: database,
        connect_address: database,
        data_dir: node.dataDirectory,
        bin_dir: node.binDirectory,
        pgpass: `${node.socketDirectory}/pgpass`,
        authentication: { superuser: role('postgres'), replication: role('replicator'), rewind: role('rewinder') },
        pg_hba: [
          'host all all 10.213.77.0/30 scram-sha-256',
          'host replication replicator 10.213.77.0/30 scram-sha-256',
        ],
        parameters: { unix_socket_directories: node.socketDirectory, logging_collector: false },
      },
    },
    null,
    2,
  );
}
