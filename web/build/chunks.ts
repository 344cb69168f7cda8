import type { Plugin, Rolldown } from 'vite';

const allPlaces: string[] = [];

/**
 * Few files, because small ones wait for one another: the entry with React, `base` and `visitor` for everybody, `frame`
 * for the signed in, one file a page; dialogs load on demand. The first three are evaluated in a task each (`main.ts`). A
 * group takes along whatever its modules import, unless a group of a higher priority has it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', priority: 7, tags: ['$initial'] },
  {
    name: 'base',
    priority: 6,
    test: anyOf(
      /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]shared[\\/](?!csv|business-time)/,
      ours('theme/(palette|theme|theme-provider)\\.tsx?$'),
    ),
  },
  {
    name: 'visitor',
    priority: 5,
    test: ours(
      'app\\.tsx',
      'api/client',
      'features/auth/(auth-|consent|invitation-link|registration|sign-in)',
      'features/home/landing-page',
      'parts/(new-password-field|product-picture)',
      'session/(?!follow-changes)',
      'theme/theme-toggle',
      'ui/(brand|links|charts/sparkline)',
      'ui/dialogs/use-',
      'ui/forms/(form|fields|form-footer)\\.tsx?$',
    ),
  },
  {
    name: 'frame',
    priority: 4,
    test: anyOf(
      /@tanstack[\\/]react-query|react-router[\\/].*useLocation|contract[\\/]src[\\/]cabinet[\\/]audit/,
      ours(
        'api/',
        'format/',
        'navigation/first-data',
        'parts/(?!refund-form|resend-letter|money-movement)',
        'queries/',
        'shell/(?!phone-drawer|consents-dialog)',
        'ui/(?!charts/|markdown|forms/idempotency-key|forms/typed-amount|dialogs/loaded-dialog|dialogs/drawer|lists/ticks)',
      ),
    ),
  },
  { name: 'charts', priority: 3, test: ours('ui/charts/(?!sparkline)', 'parts/money-movement/(?!operations-search)') },
  { name: 'amounts', priority: 3, test: ours('ui/forms/(idempotency-key|typed-amount)') },
  { name: 'dialogs', priority: 3, test: ours('ui/dialogs/(loaded-dialog|drawer)\\.tsx$') },
  { name: 'admin', priority: 2, test: ours('console/[\\w.-]+$', 'ui/lists/ticks') },
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
