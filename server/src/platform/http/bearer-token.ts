import { Problem } from './problem.ts';

export function bearerToken(header = ''): string {
  const scheme = 'bearer ';
  const token = header.slice(scheme.length).trimStart();
  if (header.slice(0, scheme.length).toLowerCase() !== scheme || token === '') throw new Problem('unauthorized');
  return token;
}
