const tests = '\\.test\\.tsx?$|^server/tests/';
/** The wings of the server from the ground up. */
const wings = [
  'config',
  'platform',
  'audit',
  'notifications',
  'money',
  'organizations',
  'people',
  'payments',
  'services',
  'documents',
  'support',
  'outward',
  'revenue',
  'account-closure|admin|announcements|clock|dashboard|demo|info|operations',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Modules that need each other are one module, or miss a third one.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '\\.gen\\.ts$' } },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that the checker cannot follow is an import it cannot check.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-imports-of-tests',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { pathNot: '^contract/src/|^node_modules/zod/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is published without dependencies.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'web-and-server-meet-in-contract',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server|e2e|bench|scripts)/', pathNot: '^$1/' },
    },

    {
      name: 'sandbox-stands-alone',
      comment: 'It plays somebody else’s server: code shared with the adapter would hide a mistake in both.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(contract|client|server|web|e2e)/' },
    },
    {
      name: 'only-the-app-holds-the-sandbox',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: `^server/src/(app|mount-sandbox)\\.ts$|${tests}` },
      to: { path: '^sandbox/' },
    },

    {
      name: 'web-base-knows-no-domain',
      comment: 'ui, format and theme can be read, and moved, without knowing the product.',
      severity: 'error',
      from: { path: '^web/src/(ui|format|theme)/', pathNot: tests },
      to: { path: '^web/src/(?!ui/|format/|theme/)' },
    },
    {
      name: 'web-api-and-session-stand-below-features',
      severity: 'error',
      from: { path: '^web/src/(api|session)/' },
      to: { path: '^web/src/(features|console|routes|parts)/|^web/src/[^/]+$' },
    },
    {
      name: 'web-features-know-no-routes',
      severity: 'error',
      from: { path: '^web/src/(features|console)/' },
      to: { path: '^web/src/routes/|^web/src/[^/]+$' },
    },
    {
      name: 'web-features-stand-apart',
      comment: 'What two features ask of the server stands in queries.',
      severity: 'error',
      from: { path: '^web/src/(features/[^/]+|console)/' },
      to: { path: '^web/src/(features|console)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'web-queries-and-shell-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(queries|shell)/' },
      to: { path: '^web/src/(features|console|routes)/' },
    },

    ...wings.slice(0, -1).map((wing, height) => ({
      name: `server-imports-go-down-from-${wing.split('|').at(-1)}`,
      comment: 'The wings of the server stand on one another; what a lower one needs of a higher one is handed to it.',
      severity: 'error',
      from: { path: `^server/src/(${wing})/`, pathNot: tests },
      to: { path: `^server/src/(${wings.slice(height + 1).join('|')})/` },
    })),
    {
      name: 'server-readers-stand-apart',
      comment: 'They read across the product; nobody but the app imports them, nor they each other.',
      severity: 'error',
      from: { path: '^server/src/([^/]+)/', pathNot: `^server/src/commands/|${tests}` },
      to: { path: `^server/src/(${wings.at(-1)})/`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'server-fastify-stays-at-the-edge',
      comment: 'Operations take plain arguments, so that jobs and tests can call them as routes do.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `^server/src/(platform/http/|(app|mount-sandbox|start-parts)\\.ts$)|/routes\\.ts$|${tests}`,
      },
      to: { path: '^node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'server-sql-stays-in-stores',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/platform/db/|/(store|reads|[^/]+-store)\\.ts$|${tests}` },
      to: { path: '^server/src/platform/db/sql\\.ts$' },
    },
    {
      name: 'server-stores-are-private',
      comment:
        '`store.ts` is private; others may call `reads.ts` and a `*-store.ts`, which is named after what it keeps.',
      severity: 'error',
      from: {
        path: '^server/src/(platform/[^/]+|money/[^/]+|people/[^/]+|outward/[^/]+|documents/[^/]+|[^/]+)/',
        pathNot: tests,
      },
      to: { path: '^server/src/.+/store\\.ts$', pathNot: '^server/src/$1/' },
    },
    {
      name: 'server-ledger-imports-platform-alone',
      severity: 'error',
      from: { path: '^server/src/money/ledger/', pathNot: `/(routes|jobs)\\.ts$|${tests}` },
      to: { path: '^server/src/', pathNot: '^server/src/(money/ledger/|platform/(db/|outbox/|metrics\\.ts$))' },
    },
    {
      name: 'what-runs-needs-no-dev-dependency',
      comment: '`npm run package` lays out production dependencies alone; types are gone by then.',
      severity: 'error',
      from: { path: '^(contract|server|sandbox)/src/', pathNot: `${tests}|^sandbox/src/testing/` },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-in-src-is-for-tests-only',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: tests },
      to: { path: '^server/tests/' },
    },
  ],
  options: {
    // TypeScript 7 has no parser that the checker could use: without swc it would see no module at all and pass.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
