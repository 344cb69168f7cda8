const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** For answers that no browser should render or keep. Pages replace the policy and the caching by their own. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...everywhere,
    ...(isHttps ? transportSecurity : {}),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
}

export function pagePolicy({ scriptHashes, styleNonce }: { scriptHashes: string[]; styleNonce: string }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trim(),
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
