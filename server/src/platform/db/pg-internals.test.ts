import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';

/** What `pipeline.ts`, `connection.ts` and `run-transaction.ts` use of pg beyond its documentation. */
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  client = new pg.Client({ connectionString: database.url, pipeline: true } as pg.ClientConfig);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), { pg, client });

describe('internals of pg', () => {
  test.each([
    'pg.utils.prepareValue',
    'pg.Query',
    'client.connection.parse',
    'client.connection.bind',
    'client.connection.describe',
    'client.connection.execute',
    'client.connection.sync',
    'client.connection.emit',
    'client.connection._send',
    'client.connection.stream.destroy',
  ])('pg still has the function %s', (path) => {
    expect(typeof at(path)).toBe('function');
  });

  test.each(['client.connection.parsedStatements', 'client.connection.submittedNamedStatements'])(
    'pg still keeps prepared statements in %s',
    (path) => {
      expect(at(path)).toEqual({});
    },
  );

  test('pg still keeps the process id of a connection in client.processID', () => {
    expect(typeof at('client.processID')).toBe('number');
  });

  test('pg still notes a prepared statement in connection.parsedStatements by its name and text', async () => {
    const text = 'select $1::int as n';
    await client.query({ name: 'one', text, values: [1] });
    expect(at('client.connection.parsedStatements')).toMatchObject({ one: text });
  });

  test.each([
    'handleRowDescription',
    'handleDataRow',
    'handleCommandComplete',
    'handleError',
    'handleReadyForQuery',
    'submit',
  ])('pg still drives a query by its method %s', (name) => {
    expect(typeof Reflect.get(new pg.Query(''), name)).toBe('function');
  });

  test('pg still reports a statement beyond query_timeout as «Query read timeout»', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    const slow = { text: 'select pg_sleep(60)', query_timeout: 50 } as pg.QueryConfig;
    await expect(other.query(slow)).rejects.toThrow('Query read timeout');
    await other.end();
  });
});
