import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpSchema } from '../../src/platform/db/dump-schema.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openTestDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

const postgres = await openPostgres();
const { db, remove } = await openTestDatabase(postgres.url);
await migrate(db);
await writeFile(join(import.meta.dirname, '../../src/platform/db/schema.sql'), await dumpSchema(db));
await remove();
await postgres.remove();
