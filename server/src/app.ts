import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { businessZone } from '@kazna/contract/shared/business-time';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closingRoutes } from './account-closure/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { announcementsFor } from './announcements/reads.ts';
import { announcementRoutes } from './announcements/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { clockRoutes } from './clock/routes.ts';
import { runDue } from './clock/run-due.ts';
import type { Config } from './config/config.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { stopLetters } from './documents/accountant/routes.ts';
import { openBrand } from './documents/business/brand.ts';
import { type PageDress, pageDress } from './documents/business/brand-page.ts';
import { findBusiness } from './documents/business/business-store.ts';
import { receiptVat } from './documents/business/receipt-vat.ts';
import { findPayableInvoice } from './documents/invoices/invoices-store.ts';
import { documentRoutes } from './documents/routes.ts';
import { helpRoutes } from './info/help/routes.ts';
import { documentVersions, readLegalTexts } from './info/legal-texts.ts';
import { infoRoutes } from './info/routes.ts';
import { ledgerRoutes } from './money/ledger/routes.ts';
import { externalOf, mountSandbox } from './mount-sandbox.ts';
import { notificationKinds } from './notification-kinds.ts';
import { maxRoutes } from './notifications/max/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { unsubscribe } from './notifications/unsubscribe.ts';
import { operationRoutes } from './operations/routes.ts';
import { invitationRoutes } from './organizations/invitations/routes.ts';
import { lockOwnOrganizations } from './organizations/members-store.ts';
import { directory } from './organizations/reads.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { createKeyFinder } from './outward/keys/find-key.ts';
import { keyRoutes } from './outward/keys/routes.ts';
import { v1Routes } from './outward/v1/routes.ts';
import { createAddressGuard } from './outward/webhooks/address-guard.ts';
import type { WebhookSettings } from './outward/webhooks/endpoints.ts';
import { webhookRoutes } from './outward/webhooks/routes.ts';
import { startCallCounts } from './payments/providers/calls-store.ts';
import { openProviders, takesRealMoney } from './payments/providers/open-provider.ts';
import type { Providers } from './payments/providers/provider.ts';
import { paymentRoutes } from './payments/routes.ts';
import { dropCards } from './payments/saved-methods/change-cards.ts';
import { recordConsent } from './people/accounts/consents-store.ts';
import type { ExternalProvider } from './people/accounts/external/provider.ts';
import { externalRoutes } from './people/accounts/external/routes.ts';
import { passkeyRoutes } from './people/accounts/passkeys/routes.ts';
import { accountRoutes } from './people/accounts/routes.ts';
import { findSession, identifyCaller } from './people/accounts/sessions/callers-store.ts';
import type { SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { accessTokenReader } from './people/accounts/sessions/session-tokens.ts';
import { endViewsOf } from './people/accounts/sessions/sessions-store.ts';
import { firstStepRoutes } from './people/first-steps.ts';
import { profileRoutes } from './people/profile/routes.ts';
import { referralRoutes } from './people/referrals/routes.ts';
import { savedViewRoutes } from './people/saved-views/routes.ts';
import type { Database } from './platform/db/database.ts';
import { openFileFolder } from './platform/files/file-folder.ts';
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
import { createExportLimit, type ExportLimit } from './platform/throttling/export-limit.ts';
import { countRevenue } from './revenue/roll-up.ts';
import { revenueRoutes } from './revenue/routes.ts';
import { catalogueRoutes } from './services/catalogue/routes.ts';
import { promisedPaymentRoutes } from './services/promised-payments/routes.ts';
import { readForecast } from './services/subscriptions/forecast.ts';
import { findConnecting } from './services/subscriptions/intents-store.ts';
import { subscriptionRoutes } from './services/subscriptions/routes.ts';
import { storeIntent } from './services/subscriptions/subscribe-by-payment.ts';
import { readUnbilled } from './services/usage/accrued.ts';
import { usageRoutes } from './services/usage/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { buildJobs, engineContext, maxContext, paymentContext } from './worker.ts';

export interface AppContext {
  config: Config;
  log: Logger;
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  webDirectory?: string;
  providers?: Providers;
  externalProviders?: ExternalProvider[];
}

const builtWeb = join(import.meta.dirname, '../../web/dist');

export function buildApp(context: AppContext): FastifyInstance {
  const { config, log, db, queue, keys, webDirectory = builtWeb, providers = openProviders(config) } = context;
  const { externalProviders = externalOf(config) } = context;
  const isHttps = config.publicUrl.startsWith('https:');
  const app = createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps });
  const authorize = createAuthorize({
    readAccessToken: accessTokenReader(keys.access),
    findSession: (claims, along) => identifyCaller(db, claims, along),
    staffNeedSecondFactor: config.staffNeedSecondFactor,
    authorizeKey: createKeyAccess({
      findKey: createKeyFinder(db, (error) => log.warn({ err: error }, 'the last use of a key was not stored')),
      limiter: createRateLimiter(config.apiRateLimit),
    }),
  });
  const api = createApi(app, { authorize, checkAnswers: !config.isProduction });
  const withinExportLimit = createExportLimit(db);
  const texts = readLegalTexts(config.textsDir, config.business);

  peopleRoutes(api, { ...context, externalProviders }, documentVersions(texts));
  organizationRoutes(api, db, endViewsOf);
  invitationRoutes(api, db, queue);
  registerNotifications(app, api, context);
  auditRoutes(api, db);
  ledgerRoutes(api, db, (organizationId, balance) => readForecast(db, businessZone, organizationId, balance));
  operationRoutes(api, db, {
    withinExportLimit,
    shownMetadata: config.shownMetadata,
    businessName: config.business.name,
  });
  registerPayments(api, { ...context, providers }, texts, withinExportLimit);
  mountSandbox(app, config);
  subscriptionRoutes(api, { db, zone: businessZone }, withinExportLimit);
  usageRoutes(api, { db });
  catalogueRoutes(api, { db, zone: businessZone });
  promisedPaymentRoutes(api, { db, zone: businessZone });
  const dress = pageDress(openBrand(db));
  documentRoutes(api, {
    ...{ db, queue, withinExportLimit, linkKey: keys.unsubscribe, dadata: config.dadata },
    onBrandChange: dress.expire,
  });
  onFormPost(app, '/auth/accountant-stop', (token) => stopLetters(db, keys.unsubscribe, token));
  supportRoutes(api, { db, queue, folder: openFileFolder(config.filesDir) });
  referralRoutes(api, db, config.referralRules);
  firstStepRoutes(api, db);
  savedViewRoutes(api, db);
  dashboardRoutes(api, db);
  revenueRoutes(api, db);
  closingRoutes(api, db, queue);
  adminRoutes(api, { config, db, queue, providers, withinExportLimit });
  keyRoutes(api, db, queue);
  const webhooks = webhookSettings(config, keys);
  v1Routes(api, { db, queue, webhooks });
  webhookRoutes(api, { db, queue }, webhooks);
  registerLive(app, api, context);
  infoRoutes(api, { business: config.business, currencies: config.payments.currencies, texts });
  helpRoutes(api, db);
  announcementRoutes(api, db);
  healthRoutes(api, db);
  if (config.hasDevelopmentMailbox) developmentMailboxRoutes(app, db);
  if (hasClock(config)) mountClock(app, { ...context, providers });
  serveDocument(app, '/api/openapi.json', () => cabinetOpenApi(config.publicUrl));
  serveDocument(app, '/v1/openapi.json', () => operatorOpenApi(config.publicUrl));

  servePages(app, webDirectory, { readDress: dress.read, externalProviders });
  return app;
}

function registerPayments(
  api: Api,
  { config, db, queue, providers }: AppContext & { providers: Providers },
  texts: ReturnType<typeof readLegalTexts>,
  withinExportLimit: ExportLimit,
): void {
  paymentRoutes(api, {
    db,
    queue,
    providers,
    publicUrl: config.publicUrl,
    receiptEmail: config.business.email,
    hasReceipts: config.payments.hasReceipts,
    readVatCode: receiptVat(config.payments.vatCode),
    referralRules: config.referralRules,
    currencies: config.payments.currencies,
    pollBackoffSeconds: config.payments.pollBackoffSeconds,
    paymentsPerHour: config.payments.perHour,
    withinExportLimit,
    recordChargeConsent: (queries, consent) =>
      recordConsent(queries, {
        ...consent,
        document: 'automatic-charges',
        version: texts['automatic-charges'].version,
      }),
    storeSubscribing: (tx, intent) => storeIntent(tx, businessZone, intent),
    readUnbilled: (queries, of) => readUnbilled(queries, businessZone, of),
    findConnecting: (paymentId) => findConnecting(db, paymentId),
    readSellerName: async (queries) => (await findBusiness(queries))?.data.name ?? config.business.name,
    findInvoice: findPayableInvoice,
  });
}

function registerLive(app: FastifyInstance, api: Api, { db, log }: AppContext): void {
  const callCounts = startCallCounts(db, (error) => log.warn({ err: error }, 'calls of providers were not counted'));
  app.addHook('preClose', callCounts.stop);
  const hub = createHub(db);
  app.addHook('onReady', hub.start);
  app.addHook('preClose', hub.close);
  liveRoutes(api, hub, async (sessionId) => (await findSession(db, sessionId))?.caller ?? null);
}

function servePages(
  app: FastifyInstance,
  webDirectory: string,
  { readDress, externalProviders }: { readDress: PageDress['read']; externalProviders: ExternalProvider[] },
): void {
  const facts = { 'external-sign-in': externalProviders.map(({ id, name }) => [id, name]) };
  const sendPage = existsSync(join(webDirectory, 'index.html'))
    ? serveWeb(app, webDirectory, { facts, readDress })
    : null;
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|v1|assets|dev|sandbox)(\/|\?|$)/.test(request.url);
    return sendPage && isPage ? sendPage(request, reply) : sendProblem(reply, new Problem('not_found'));
  });
}

function peopleRoutes(
  api: Api,
  { config, log, db, queue, keys, externalProviders }: AppContext & { externalProviders: ExternalProvider[] },
  versions: ReturnType<typeof documentVersions>,
): void {
  const { business, publicUrl, passkeyRpId, staffNeedSecondFactor } = config;
  const relyingParty = { rpId: passkeyRpId, origin: publicUrl, name: business.name };
  const context = { db, queue, keys, documentVersions: versions, relyingParty };
  accountRoutes(api, context);
  passkeyRoutes(api, { ...context, issuers: externalProviders.map(({ issuer }) => issuer) });
  externalRoutes(api, {
    ...context,
    ...{ key: keys.externalVisits, providers: externalProviders, publicUrl },
    onFailure: (provider, reason) => log.warn({ provider, reason }, 'sign-in by a provider'),
  });
  profileRoutes(api, {
    ...context,
    ...{ businessName: business.name, staffNeedSecondFactor, announcementsFor },
    stopCharges: async (tx, userId) => {
      await lockOwnOrganizations(tx, userId);
      await dropCards(tx, { personId: userId });
    },
  });
}

function registerNotifications(app: FastifyInstance, api: Api, given: AppContext): void {
  const { config, db, keys } = given;
  const { publicUrl, business } = config;
  maxRoutes(api, db, maxContext(given));
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

/** Time is moved where no money is real. */
export function hasClock(config: Config): boolean {
  return !config.isProduction && !takesRealMoney(config);
}

function mountClock(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const work = { engine: engineContext(context), topUps: paymentContext(context), jobs: buildJobs(context) };
  clockRoutes(app, { db, zone: businessZone, runDue: () => runDue(work), finish: () => countRevenue(db) });
}
