import type { FuzzRequest } from './send.ts';

const longest = 1500;

/** The request as a curl command, with a placeholder for the short-lived token. */
export function curlOf(url: string, { method, target, headers, body }: FuzzRequest, role: string | null): string {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (/^(content-length|transfer-encoding)$/.test(name)) return [];
    if (name === 'authorization' && role) return [`-H "authorization: Bearer $${role.toUpperCase()}"`];
    return [value].flat().map((one) => `-H ${quote(`${name}: ${one}`)}`);
  });
  const call = ['curl -si --path-as-is --globoff -X', method, quote(url + target), ...shown].join(' ');
  if (!body) return cut(call);
  const text = body.toString();
  if (Buffer.from(text).equals(body)) return cut(`${call} --data-raw ${quote(text)}`);
  return cut(`echo ${body.toString('base64')} | base64 -d | ${call} --data-binary @-`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function cut(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}… (${line.length} characters)` : line;
}
