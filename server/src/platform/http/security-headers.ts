const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

// Trusted Types without any policy: our code never turns a string into markup or code.
const always = [
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** For API answers; pages set their own policy and caching. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...everywhere,
    ...(isHttps ? transportSecurity : {}),
    'content-security-policy': documentPolicy(),
    'cache-control': 'no-store',
  };
}

/** For documents without scripts and forms. */
export function documentPolicy(styleHash?: string, ...more: string[]): string {
  const style = styleHash === undefined ? [] : [`style-src 'sha256-${styleHash}'`, 'img-src data:'];
  return ["default-src 'none'", ...style, ...more, "form-action 'none'", ...always].join('; ');
}

export function pagePolicy({ scriptHashes, styleNonce }: { scriptHashes: string[]; styleNonce: string }): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trim(),
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    ...always,
  ].join('; ');
}

/** For a letter shown in our own frame: no scripts, no requests, only its own styles. */
export const letterHeaders: Record<string, string> = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
};
