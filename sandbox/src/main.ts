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
  DATA_FILE,
} = process.env;

const app = Fastify({ forceCloseConnections: 'idle' });
app.register(sandboxPlugin, {
  publicUrl: PUBLIC_URL,
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  notificationUrl: NOTIFICATION_URL || undefined,
  store: DATA_FILE ? fileStore(DATA_FILE) : memoryStore(),
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
process.stdout.write(`Тестовая касса: ${PUBLIC_URL}/v3
Магазин ${SHOP_ID}, ключ ${SECRET_KEY}
Уведомления: ${NOTIFICATION_URL || 'не отправляются, адрес задаёт NOTIFICATION_URL'}
Данные: ${DATA_FILE || 'в памяти, файл задаёт DATA_FILE'}
`);
