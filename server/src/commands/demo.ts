import { parseConfig } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { documentVersions, readLegalTexts } from '../info/legal-texts.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';

const config = parseConfig(process.env);
if (config.isProduction) throw new ConfigError('demo data do not belong in production');
const db = await openDatabase({ ...config, poolSize: 2, onConnectionLost: () => {} });
await migrate(db);
const demo = await fillDemo(db, documentVersions(readLegalTexts(config.textsDir, config.business)));
await db.close();
if (!demo) {
  process.stderr.write('The database has payments already. Choose an empty one: DATA_DIR=var/demo npm run demo\n');
  process.exit(1);
}
const people = demo.signIns.map(({ email, role }) => `  ${email} — ${role}`).join('\n');
process.stdout.write(
  `Платежей: ${demo.payments}. Вход с паролем ${demo.password}:\n${people}\nУслуги и тарифы заводит администратор: его пароль печатает первый запуск, npm start.\n`,
);
