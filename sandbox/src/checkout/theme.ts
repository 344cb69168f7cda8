import type { FastifyReply, FastifyRequest } from 'fastify';

const themes = ['light', 'dark'] as const;
export type CheckoutTheme = (typeof themes)[number];

const cookieName = 'sandbox_theme';

/** The shop's link may say `?theme=dark`; a cookie repeats it on later pages. Without either the browser decides. */
export function themeOf(request: FastifyRequest): CheckoutTheme | undefined {
  const [, cookie] = new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  return themes.find((theme) => theme === wantedTheme(request)) ?? themes.find((theme) => theme === cookie);
}

export function keepTheme(request: FastifyRequest, reply: FastifyReply, checkoutUrl: string): void {
  const theme = themes.find((known) => known === wantedTheme(request));
  if (!theme) return;
  const { pathname, protocol } = new URL(checkoutUrl);
  const isSecure = protocol === 'https:';
  const cookie = `${cookieName}=${theme}; Path=${pathname}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  reply.header('set-cookie', cookie);
}

function wantedTheme(request: FastifyRequest): unknown {
  return (request.query as Record<string, unknown> | undefined)?.theme;
}
