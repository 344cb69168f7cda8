import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { sandboxMaxToken } from './config/max.ts';
import { ownUrl, sandboxOptions, sandboxPrefix } from './payments/providers/open-provider.ts';
import { openExternalProviders, sandboxClient } from './people/accounts/external/open-external.ts';
import type { ExternalProvider } from './people/accounts/external/provider.ts';

/** The sandbox speaks the providers' own protocols, so that a start without keys runs the code that production runs. */
export function mountSandbox(app: FastifyInstance, config: Config): void {
  for (const { prefix, file, ...options } of sandboxOptions(config)) {
    app.register(
      async (scope) => {
        const { sandboxPlugin } = await import('@kazna/sandbox/sandbox');
        const { fileStore } = await import('@kazna/sandbox/store');
        await sandboxPlugin(scope, {
          ...options,
          publicUrl: config.publicUrl + prefix,
          ...(prefix === sandboxPrefix(config) && {
            idClient: { ...sandboxClient, redirectOrigin: config.publicUrl },
            maxToken: sandboxMaxToken,
          }),
          store: fileStore(join(config.dataDir, file), { onWarning: (text) => app.log.warn(text) }),
        });
      },
      { prefix },
    );
  }
}

/** Those of the configuration, or the sandbox's. */
export function externalOf(config: Config): ExternalProvider[] {
  const prefix = sandboxPrefix(config);
  if (prefix === undefined) return openExternalProviders(config, null);
  const paths = { issuer: `${config.publicUrl}${prefix}/id`, internalUrl: `${ownUrl(config)}${prefix}/id` };
  return openExternalProviders(config, paths);
}
