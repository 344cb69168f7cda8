import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closingRoutes } from './account-closure/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Config } from './config/config.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { documentVersions, readLegalTexts } from './info/legal-texts.ts';
import { infoRoutes } from './info/routes.ts';
import { ledgerRoutes } from './money/ledger/routes.ts';
import { notificationKinds } from './notification-kinds.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { unsubscribe } from './notifications/unsubscribe.ts';
import { operationRoutes } from './operations/routes.ts';
import { invitationRoutes } from './organizations/invitations/routes.ts';
import { directory } from './organizations/reads.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { createKeyFinder } from './outward/keys/find-key.ts';
import { keyRoutes } from './outward/keys/routes.ts';
import { v1Routes } from './outward/v1/routes.ts';
import { createAddressGuard } from './outward/webhooks/address-guard.ts';
import type { WebhookSettings } from './outward/webhooks/endpoints.ts';
import { webhookRoutes } from './outward/webhooks/routes.ts';
import { openProviders, sandboxOptions } from './payments/providers/open-provider.ts';
import type { Providers } from './payments/providers/provider.ts';
import { paymentRoutes } from './payments/routes.ts';
import { accountRoutes } from './people/accounts/routes.ts';
import { findSession, identifyCaller } from './people/accounts/sessions/callers-store.ts';
import type { SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { accessTokenReader } from './people/accounts/sessions/session-tokens.ts';
import { profileRoutes } from './people/profile/routes.ts';
import { referralRoutes } from './people/referrals/routes.ts';
import type { Database } from './platform/db/database.ts';
import { createAuthorize } from './platform/http/access.ts';
import { type Api, createApi } from './platform/http/api.ts';
import { onFormPost } from './platform/http/body-parsers.ts';
import { cabinetOpenApi } from './platform/http/cabinet-openapi.ts';
import { createKeyAccess } from './platform/http/key-access.ts';
import { healthRoutes } from './platform/http/observability.ts';
import { operatorOpenApi } from './platform/http/operator-openapi.ts';
import { Problem } from './platform/http/problem.ts';
import { createRateLimiter } from './platform/http/rate-limiter.ts';
import { createHttpServer, sendProblem } from './platform/http/server.ts';
import { serveWeb } from './platform/http/web-files.ts';
import type { Queue } from './platform/jobs/queue.ts';
import { createHub } from './platform/live/hub.ts';
import { liveRoutes } from './platform/live/routes.ts';
import { developmentMailboxRoutes } from './platform/mail/routes.ts';
import { createExportLimit } from './platform/throttling/export-limit.ts';

export interface AppContext {
  config: Config;
  log: Logger;
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  webDirectory?: string;
  providers?: Providers;
}

const builtWeb = join(import.meta.dirname, '../../web/dist');

export function buildApp(context: AppContext): FastifyInstance {
  const { config, log, db, queue, keys, webDirectory = builtWeb, providers = openProviders(config) } = context;
  const isHttps = config.publicUrl.startsWith('https:');
  const app = createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps });
  const authorize = createAuthorize({
    readAccessToken: accessTokenReader(keys.access),
    findSession: (claims, along) => identifyCaller(db, claims, along),
    authorizeKey: createKeyAccess({
      findKey: createKeyFinder(db, (error) => log.warn({ err: error }, 'the last use of a key was not stored')),
      limiter: createRateLimiter(config.apiRateLimit),
    }),
  });
  const api = createApi(app, { authorize, checkAnswers: !config.isProduction });
  const withinExportLimit = createExportLimit(db);
  const texts = readLegalTexts(config.textsDir, config.business);

  accountRoutes(api, { db, queue, keys, documentVersions: documentVersions(texts) });
  profileRoutes(api, {
    db,
    queue,
    keys,
    documentVersions: documentVersions(texts),
    businessName: config.business.name,
  });
  organizationRoutes(api, db);
  invitationRoutes(api, db, queue);
  registerNotifications(app, api, { config, db, keys });
  auditRoutes(api, db);
  ledgerRoutes(api, db);
  operationRoutes(api, db, { withinExportLimit, shownMetadata: config.shownMetadata });
  paymentRoutes(api, {
    db,
    queue,
    providers,
    publicUrl: config.publicUrl,
    receiptEmail: config.business.email,
    referralRules: config.referralRules,
    currencies: config.payments.currencies,
    pollBackoffSeconds: config.payments.pollBackoffSeconds,
    paymentsPerHour: config.payments.perHour,
    withinExportLimit,
  });
  mountSandbox(app, config);
  documentRoutes(api, db, queue, withinExportLimit);
  referralRoutes(api, db, config.referralRules);
  dashboardRoutes(api, db);
  closingRoutes(api, db, queue);
  adminRoutes(api, { config, db, queue });
  keyRoutes(api, db, queue);
  const webhooks = webhookSettings(config, keys);
  v1Routes(api, { db, queue, webhooks });
  webhookRoutes(api, { db, queue }, webhooks);
  const hub = createHub(db);
  app.addHook('onReady', hub.start);
  app.addHook('preClose', hub.close);
  liveRoutes(api, hub, async (sessionId) => (await findSession(db, sessionId))?.caller ?? null);
  infoRoutes(api, { business: config.business, currencies: config.payments.currencies, texts });
  healthRoutes(api, db);
  if (config.hasDevelopmentMailbox) developmentMailboxRoutes(app, db);
  serveDocument(app, '/api/openapi.json', () => cabinetOpenApi(config.publicUrl));
  serveDocument(app, '/v1/openapi.json', () => operatorOpenApi(config.publicUrl));

  const sendPage = existsSync(join(webDirectory, 'index.html')) ? serveWeb(app, webDirectory) : null;
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|v1|assets|dev|sandbox)(\/|\?|$)/.test(request.url);
    return sendPage && isPage ? sendPage(request, reply) : sendProblem(reply, new Problem('not_found'));
  });
  return app;
}

function registerNotifications(
  app: FastifyInstance,
  api: Api,
  { config, db, keys }: Pick<AppContext, 'config' | 'db' | 'keys'>,
): void {
  const { publicUrl, business } = config;
  const context = {
    ...{ db, directory, kinds: notificationKinds },
    ...{ publicUrl, supportEmail: business.email, unsubscribeKey: keys.unsubscribe },
  };
  notificationRoutes(api, context);
  // RFC 8058: mail programs post here. A GET shows a page with a button, since scanners open every link of a letter.
  onFormPost(app, '/auth/unsubscribe', (token) => unsubscribe(context, token));
}

function webhookSettings({ webhooks: { allowedNetworks } }: Config, keys: SessionKeys): WebhookSettings {
  return {
    key: keys.webhooks,
    guard: createAddressGuard(allowedNetworks),
    allowsUnencrypted: allowedNetworks.length > 0,
  };
}

/** Builds the document when it is first asked for. */
function serveDocument(app: FastifyInstance, path: string, build: () => object): void {
  let text: string | undefined;
  app.get(path, (_request, reply) => {
    text ??= JSON.stringify(build());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The sandbox speaks the provider's own protocol, so that a start without keys runs the code that production runs. */
function mountSandbox(app: FastifyInstance, config: Config): void {
  const options = sandboxOptions(config);
  if (!options) return;
  const prefix = '/sandbox';
  app.register(
    async (scope) => {
      const { sandboxPlugin } = await import('@kazna/sandbox/sandbox');
      const { fileStore } = await import('@kazna/sandbox/store');
      await sandboxPlugin(scope, {
        ...options,
        publicUrl: config.publicUrl + prefix,
        store: fileStore(join(config.dataDir, 'sandbox.jsonl'), { onWarning: (text) => app.log.warn(text) }),
      });
    },
    { prefix },
  );
}
