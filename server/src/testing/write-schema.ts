import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpSchema } from '../db/dump-schema.ts';
import { migrate } from '../db/migrate.ts';
import { openTestDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

const postgres = await openPostgres();
const { db, remove } = await openTestDatabase(postgres.url);
await migrate(db);
await writeFile(join(import.meta.dirname, '../db/schema.sql'), await dumpSchema(db));
await remove();
await postgres.remove();
