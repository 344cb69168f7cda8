import type { Plugin } from 'vite';

const summary = /^ {2}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/gm;

/** What calls do is for the OpenAPI documents, which the server writes: pages would carry a sentence for each call. */
export function leaveOutSummaries(): Plugin {
  return {
    name: 'leave-out-summaries',
    enforce: 'pre',
    transform: {
      filter: { id: /contract[\\/]src[\\/].*\.ts$/ },
      handler: (code, id) => {
        const left = code.replace(summary, '');
        if (/^ {2}summary:(?! string;| z\.)/m.test(left))
          throw new Error(`${id}: a summary in a form that the build does not know`);
        return { code: left, map: null };
      },
    },
  };
}
