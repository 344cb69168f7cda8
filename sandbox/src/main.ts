import Fastify from 'fastify';
import { sandboxPlugin } from './sandbox.ts';
import { fileStore, memoryStore } from './store.ts';

const {
  PORT = '3900',
  HOST = 'localhost',
  PUBLIC_URL = `http://localhost:${PORT}`,
  SHOP_ID = '100500',
  SECRET_KEY = 'test_sandbox',
  NOTIFICATION_URL,
  SANDBOX_PROVIDERS = 'yookassa,tbank',
  TERMINAL_KEY = 'sandboxDEMO',
  TERMINAL_PASSWORD = 'test_sandbox',
  TBANK_NOTIFICATION_URL,
  TBANK_CARD_RETURN_URL,
  DATA_FILE,
} = process.env;

const storeOf = (suffix: string) => (DATA_FILE ? fileStore(DATA_FILE + suffix) : memoryStore());

const app = Fastify({ forceCloseConnections: 'idle' });
const providers = SANDBOX_PROVIDERS.split(',').map((name) => name.trim());
if (providers.includes('yookassa'))
  app.register(sandboxPlugin, {
    publicUrl: PUBLIC_URL,
    shopId: SHOP_ID,
    secretKey: SECRET_KEY,
    notificationUrl: NOTIFICATION_URL || undefined,
    store: storeOf(''),
  });
if (providers.includes('tbank'))
  app.register(sandboxPlugin, {
    provider: 'tbank',
    prefix: '/tbank',
    publicUrl: `${PUBLIC_URL}/tbank`,
    shopId: TERMINAL_KEY,
    secretKey: TERMINAL_PASSWORD,
    notificationUrl: TBANK_NOTIFICATION_URL || undefined,
    cardReturnUrl: TBANK_CARD_RETURN_URL || undefined,
    store: storeOf('.tbank'),
  });

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  await app.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

await app.listen({ port: Number(PORT), host: HOST });
const lines = {
  yookassa: `ЮKassa: ${PUBLIC_URL}/v3, магазин ${SHOP_ID}, ключ ${SECRET_KEY}
Уведомления ЮKassa: ${NOTIFICATION_URL || 'не отправляются, адрес задаёт NOTIFICATION_URL'}`,
  tbank: `Т-Банк: ${PUBLIC_URL}/tbank/v2, терминал ${TERMINAL_KEY}, пароль ${TERMINAL_PASSWORD}
Уведомления Т-Банка: ${TBANK_NOTIFICATION_URL || 'не отправляются, адрес задаёт TBANK_NOTIFICATION_URL'}`,
};
const played = providers.map((name) => lines[name as keyof typeof lines] ?? `${name}: такой кассы нет`);
process.stdout.write(`Тестовая касса
${played.join('\n')}
Данные: ${DATA_FILE || 'в памяти, файл задаёт DATA_FILE'}
`);
