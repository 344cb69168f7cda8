import type { LinkProps, useNavigate } from '@tanstack/react-router';

/** After `g`, by the command's id. The letters are those of the Latin layout, printed on every keyboard. */
const codes: Record<string, [letter: string, link: LinkProps]> = {
  home: ['H', { to: '/' }],
  operations: ['O', { to: '/operations' }],
  payments: ['P', { to: '/payments' }],
  services: ['U', { to: '/services' }],
  documents: ['D', { to: '/documents' }],
  profile: ['I', { to: '/profile' }],
  admin: ['A', { to: '/admin' }],
};

const sequenceMs = 1500;
let beganAt = Number.NEGATIVE_INFINITY;

type Navigate = ReturnType<typeof useNavigate>;

export function press(event: KeyboardEvent, navigate: Navigate, openPalette: () => void): void {
  if (areOff()) return;
  const { key, code, shiftKey, timeStamp } = event;
  if (key === '/' || key === '?') openPalette();
  const isSecond = timeStamp - beganAt < sequenceMs;
  beganAt = code === 'KeyG' && !shiftKey && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
  const [, link] = Object.values(codes).find(([letter]) => code === `Key${letter}`) ?? [];
  if (isSecond && link) void navigate(link);
}

/** «G O»; undefined without a shortcut, or with shortcuts turned off. */
export function keysOf(commandId: string): string | undefined {
  const letter = codes[commandId]?.[0];
  return letter && !areOff() ? `G ${letter}` : undefined;
}

const storageKey = 'shortcuts';

/** One letter keys get in the way of speech input, so that they can be turned off. */
export function areOff(): boolean {
  return localStorage.getItem(storageKey) === 'off';
}

export function toggleShortcuts(): void {
  if (areOff()) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
