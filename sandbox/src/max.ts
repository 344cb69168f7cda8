import type { FastifyInstance } from 'fastify';
import { acceptForms } from './checkout/forms.ts';
import { type Html, html } from './checkout/html.ts';
import { type Page, sendPage } from './checkout/page.ts';

/** The only bot, and the only person, of the messenger that the sandbox plays. */
const bot = { user_id: 1, name: 'Тестовый бот', username: 'kazna_test_bot', is_bot: true };
const person = { user_id: 700_001, name: 'Анна Смирнова', is_bot: false };

interface Subscription {
  url: string;
  secret: string;
  update_types: string[];
}

interface SentMessage {
  text?: string;
  attachments?: { payload?: { buttons?: { text: string; url: string }[][] } }[];
}

const callsPerSecond = 30;
const keptMessages = 50;

/** MAX's bot API as far as notifications need it, and a page instead of the application. Nothing outlives a restart. */
export async function maxRoutes(
  app: FastifyInstance,
  { publicUrl, token }: { publicUrl: string; token: string },
): Promise<void> {
  const chat: Chat = { isStarted: false, messages: [] };
  let subscription: Subscription | undefined;

  app.register(async (api) => {
    limitRate(api);
    api.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== token) return reply.code(401).send({ code: 'verify.token' });
    });
    api.get('/me', async () => bot);
    api.get('/subscriptions', async () => ({ subscriptions: subscription ? [{ url: subscription.url }] : [] }));
    api.post<{ Body: Subscription }>('/subscriptions', async ({ body }) => {
      subscription = body;
      return { success: true };
    });
    api.post<{ Body: SentMessage; Querystring: { user_id?: string } }>('/messages', async ({ body, query }, reply) => {
      if (Number(query.user_id) !== person.user_id || !chat.isStarted) {
        return reply.code(403).send({ code: 'chat.denied', message: 'The person has stopped the bot' });
      }
      const button = body.attachments?.[0]?.payload?.buttons?.[0]?.[0];
      addMessage(chat, { isOwn: false, text: body.text ?? '', button });
      return { message: { body: { mid: `${chat.messages.length}`, text: body.text } } };
    });
  });

  async function report(update: { update_type: string } & Record<string, unknown>): Promise<void> {
    if (!subscription?.update_types.includes(update.update_type)) return;
    await fetch(subscription.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-max-bot-api-secret': subscription.secret },
      body: JSON.stringify({ timestamp: Date.now(), ...update }),
    }).catch((error) => app.log.warn(error, 'the bot did not take an update'));
  }

  app.register(async (pages) => {
    acceptForms(pages);
    pages.get<{ Querystring: { start?: string } }>(`/${bot.username}`, (request, reply) =>
      sendPage(request, reply, publicUrl, chatPage(chat, { person: person.name, code: request.query.start })),
    );
    pages.post<{ Body: { action?: string; code?: string; text?: string } }>(
      `/${bot.username}`,
      async (request, reply) => {
        const { action, code, text = '' } = request.body;
        if (action === 'start') {
          chat.isStarted = true;
          await report({ update_type: 'bot_started', user: person, chat_id: 1, ...(code && { payload: code }) });
        }
        if (action === 'stop') {
          chat.isStarted = false;
          await report({ update_type: 'bot_stopped', user: person, chat_id: 1 });
        }
        if (action === 'send' && chat.isStarted && text.trim()) {
          addMessage(chat, { isOwn: true, text });
          const message = { sender: person, recipient: { chat_id: 1, chat_type: 'dialog' }, body: { mid: '1', text } };
          await report({ update_type: 'message_created', message });
        }
        return reply.redirect(`${publicUrl}/max/${bot.username}`, 303);
      },
    );
  });
}

function addMessage({ messages }: Chat, message: Chat['messages'][number]): void {
  messages.push(message);
  if (messages.length > keptMessages) messages.shift();
}

function limitRate(api: FastifyInstance): void {
  let second = 0;
  let calls = 0;
  api.addHook('onRequest', async (_request, reply) => {
    const now = Math.floor(Date.now() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    if (calls > callsPerSecond) return reply.code(429).send({ code: 'too.many.requests' });
  });
}

interface Chat {
  isStarted: boolean;
  messages: { isOwn: boolean; text: string; button?: { text: string; url: string } | undefined }[];
}

/** The chat as its person sees it, oldest message first. */
function chatPage(chat: Chat, { person, code }: { person: string; code: string | undefined }): Page {
  return {
    title: 'Тестовый мессенджер',
    note: 'Тестовый мессенджер вместо MAX. Настоящих людей здесь нет.',
    body: html`<section class="card"><div><h1>Чат с ботом: ${person}</h1>
<p class="about">${chat.isStarted ? 'Бот запущен и может писать сюда.' : 'Бот не запущен: он не может писать сюда.'}</p></div>
${messageList(chat)}
${chat.isStarted && code === undefined ? runningForms() : startForm(code)}
</section>`,
  };
}

function messageList({ messages }: Chat): Html {
  if (messages.length === 0) return html`<p class="hint">Сообщений пока нет.</p>`;
  const items = messages.map(
    ({ isOwn, text, button }) => html`<li${isOwn && html` class="own"`}><b>${isOwn ? 'Вы' : 'Бот'}</b>
<span>${text}</span>${button !== undefined && html`<a href="${button.url}">${button.text}</a>`}</li>`,
  );
  return html`<ul class="chat">${items}</ul>`;
}

function startForm(code: string | undefined): Html {
  return html`<form method="post">
${code !== undefined && html`<input type="hidden" name="code" value="${code}">`}
<button class="main" name="action" value="start">Начать</button></form>`;
}

function runningForms(): Html {
  return html`<form class="fields" method="post">
<div class="field wide"><label for="text">Сообщение боту</label><input id="text" name="text" maxlength="1000" autocomplete="off"></div>
<button class="main" name="action" value="send">Отправить</button></form>
<form method="post"><button class="plain" name="action" value="stop">Остановить бота</button></form>`;
}
