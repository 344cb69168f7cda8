import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@kazna/contract/endpoints';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test.each(['compose/nginx.conf', 'docs/operations.md', 'docs/ru/operations.md'])(
  'nginx as %s has it lets through the largest body that an endpoint takes',
  (file) => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    const limits = Object.values({ ...endpoints, ...operatorEndpoints }).map(({ maxBodyBytes = 0 }) => maxBodyBytes);
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...limits));
  },
);
