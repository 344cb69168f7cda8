import type { Plugin, Rolldown } from 'vite';

const allPlaces: string[] = [];

/**
 * Few files, because small ones wait for one another: the entry with React, `base` and `core` for everybody, `forms` with
 * the pages of sign-in, `frame` for the signed in, one file a page; dialogs load on demand. The first three are evaluated
 * in a task each (`main.ts`). A group takes along whatever its modules import, unless a group of a higher priority has it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', priority: 8, tags: ['$initial'] },
  {
    name: 'base',
    priority: 7,
    test: anyOf(
      // Descriptions of schemas are for the API reference alone.
      /node_modules[\\/]zod[\\/](?!.*(json-schema|registries))|contract[\\/]src[\\/]shared[\\/](endpoint|fields|money|own-problems|validation)/,
      ours('theme/(palette|theme|theme-provider)\\.tsx?$'),
    ),
  },
  {
    name: 'core',
    priority: 6,
    test: anyOf(
      /mantine[\\/]core[\\/]styles[\\/](Input|Button|UnstyledButton|Text|Anchor)\.css|react-router[\\/].*useLocation/,
      ours(
        'app\\.tsx',
        'api/client',
        'session/(?!follow-changes|verifiers|devices|external-providers)',
        'theme/theme-toggle',
        'ui/(brand|drawings\\.tsx|icon\\.tsx|links|visitor-icons)',
        'ui/feedback/problem',
        'ui/dialogs/use-',
        // Styles of visitors' pages, which would be a file each.
        'features/auth/(auth-layout|consents|mode-switch)\\.module\\.css',
        'features/home/landing-page\\.module\\.css',
        'parts/(password-strength|product-drawing|product-picture)\\.module\\.css',
        'parts/legal/use-legal-drawer',
        'ui/charts/sparkline\\.module\\.css',
        'ui/forms/(fields|form-footer)\\.module\\.css',
        'ui/forms/(form|fields|form-footer)\\.tsx?$',
      ),
    ),
  },
  {
    name: 'forms',
    priority: 5,
    test: ours(
      'features/auth/(auth-|consent|invitation-link|registration|sign-in)',
      'session/external-providers',
      'parts/new-password-field',
    ),
  },
  {
    name: 'frame',
    priority: 4,
    test: anyOf(
      /@tanstack[\\/]react-query|react-router[\\/].*useLocation/,
      ours(
        'api/(?!download)',
        'format/',
        'navigation/first-data',
        'parts/money-texts',
        'queries/(?!services)',
        'shell/(?!phone-drawer|shortcuts|consents-dialog|bell-content|occasional|view-strip)',
        'ui/(avatar|choices|copy|feedback/|grouped|icon-|icons|page|use-|tabs|visually)',
        'ui/dialogs/popover',
        'ui/lists/(facts|step-list|use-file-task)',
        // Styles of lists and charts, which would be a file each beside their code.
        'features/(operations|payments/list)/[\\w-]+\\.module\\.css',
        '(ui|parts)/((?!paying|requests|legal)[\\w-]+/)?(?!text-area-field|usage-meters|document-files|form-organization|operation-facts|side-sheet|requisites-lookup|identity-dialog|notification-list|password-strength|product-|saved-views|checklist)[\\w-]+\\.module\\.css',
      ),
    ),
  },
  {
    name: 'lists',
    priority: 3,
    test: anyOf(
      /contract[\\/]src[\\/]cabinet[\\/]promised-payments/,
      ours(
        'parts/(?!confirmed-call|consent-labels|document-|legal/|form-organization|missing-address|usage-|identity-dialog|passkey|refund-form|requisites-lookup|resend-letter|saved-views|money-movement|notification-list|operation-facts|product-|paying/|requests/|promised-payment|subscription-labels|tariff-texts)',
        'ui/(?!charts/|markdown|forms/idempotency-key|forms/text-area-field|forms/typed-amount|dialogs/loaded-dialog|dialogs/drawer|dialogs/side-sheet|lists/checklist|lists/ticks)',
      ),
    ),
  },
  { name: 'charts', priority: 2, test: ours('ui/charts/(?!sparkline)', 'parts/money-movement/(?!operations-search)') },
  {
    name: 'services',
    priority: 2,
    test: ours('queries/services', 'parts/(promised-payment|subscription-labels|tariff-texts)'),
  },
  { name: 'passkeys', priority: 2, test: /contract[\\/]src[\\/]cabinet[\\/]passkeys/ },
  { name: 'paying', priority: 2, test: ours('parts/paying/') },
  { name: 'amounts', priority: 2, test: ours('ui/forms/(idempotency-key|typed-amount)') },
  { name: 'dialogs', priority: 2, test: ours('ui/dialogs/(loaded-dialog|drawer|side-sheet)\\.tsx$') },
  { name: 'landing', priority: 1, test: ours('features/home/landing-page\\.tsx') },
  { name: 'admin', priority: 1, test: ours('console/[\\w.-]+$', 'ui/lists/ticks') },
];

/** Fails the build when a place in a group names no module: after a renaming its code would move to other files unnoticed. */
export function checkChunkGroups(): Plugin {
  return {
    name: 'check-chunk-groups',
    generateBundle: (_, bundle) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
      const unmatched = allPlaces.filter((place) => !modules.some((id) => patternOf(place).test(id)));
      if (unmatched.length > 0) throw new Error(`chunks.ts names no module: ${unmatched.join(', ')}`);
    },
  };
}

function ours(...places: string[]): RegExp {
  allPlaces.push(...places.flatMap(expand));
  return patternOf(`(${places.join('|')})`);
}

/** `a/(b|c)` is `a/b` and `a/c`; what `a/(?!b)` leaves out must exist too. */
function expand(place: string): string[] {
  const [, before = '', isExcluded, choices = '', after = ''] = /^([^()]*)\((\?!)?([^()]*)\)(.*)$/.exec(place) ?? [];
  if (!choices) return [place];
  return choices.split('|').map((choice) => before + choice + (isExcluded ? '' : after));
}

function patternOf(place: string): RegExp {
  return new RegExp(`/web/src/${place}`.replaceAll('/', '[\\\\/]'));
}

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.source).join('|'));
}
