import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = 'server/src';
/** Wings whose folders are features of their own; any other wing is one feature. */
const wings = ['platform', 'money', 'people', 'documents', 'outward'];
/** The demo fills every table at once, as no request ever does. */
const exempt = ['demo'];
const write =
  /\b(?:insert into|(?<!for |key )update|delete from)\s+(?!set\b)([a-z_]{2,})\s+(?:as\s+|\(|set\b|using\b|where\b|select\b|[a-z]\s+(?:set|where|using)\b)/gi;

/** Tables that more than one feature writes, and how many tables were seen. */
export function findSharedTables() {
  const writers = new Map();
  for (const file of listSources(root)) {
    const feature = featureOf(path.relative(root, file));
    if (exempt.includes(feature)) continue;
    for (const [, table] of readFileSync(file, 'utf8').matchAll(write)) {
      if (!writers.has(table)) writers.set(table, new Map());
      writers.get(table).set(feature, file);
    }
  }
  const shared = [...writers].filter(([, features]) => features.size > 1);
  const faults = shared.map(
    ([table, features]) => `one-owner-a-table: ${table} is written by ${[...features.values()].join(', ')}`,
  );
  return { faults, tables: writers.size };
}

function featureOf(place) {
  const [wing, feature] = place.split(path.sep);
  return wings.includes(wing) ? `${wing}/${feature}` : wing;
}

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return listSources(place);
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [place] : [];
  });
}
