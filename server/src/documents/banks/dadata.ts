import type { FoundCompany } from '@kazna/contract/cabinet/banks';
import * as z from 'zod/mini';
import type { DadataConfig } from '../../config/dadata.ts';

const text = z.optional(z.nullable(z.string()));
/** The fields of an answer that are used; its other fields are dropped. */
const suggestions = z.object({
  suggestions: z.array(
    z.object({
      value: z.string(),
      data: z.object({
        inn: z.string(),
        kpp: text,
        ogrn: text,
        type: z.enum(['LEGAL', 'INDIVIDUAL']),
        name: z.optional(z.nullable(z.object({ short_with_opf: text, full_with_opf: text }))),
        address: z.optional(z.nullable(z.object({ value: text, unrestricted_value: text }))),
        state: z.optional(z.nullable(z.object({ status: text }))),
      }),
    }),
  ),
});

const timeoutMs = 3000;
const maxAnswerBytes = 1024 * 1024;

export type Lookup = { state: 'found'; company: FoundCompany } | { state: 'off' | 'missing' | 'silent'; company: null };

/**
 * Asks for the head organization with the ИНН. Whatever is wrong with the answer, a form is filled in by hand; nothing of
 * the call is logged, since its headers have the token.
 */
export async function findByInn(config: DadataConfig | null, inn: string): Promise<Lookup> {
  if (!config) return { state: 'off', company: null };
  const answer = await ask(config, inn);
  if (!answer) return { state: 'silent', company: null };
  const [first] = answer.suggestions.filter(({ data }) => data.inn === inn);
  return first ? { state: 'found', company: presentCompany(first) } : { state: 'missing', company: null };
}

async function ask({ token, url }: DadataConfig, inn: string): Promise<z.output<typeof suggestions> | null> {
  try {
    const response = await fetch(`${url}/findById/party`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Token ${token}` },
      body: JSON.stringify({ query: inn, branch_type: 'MAIN', count: 1 }),
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const parsed = suggestions.safeParse(JSON.parse(await readBounded(response)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('The answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function presentCompany({ value, data }: z.output<typeof suggestions>['suggestions'][number]): FoundCompany {
  const isCompany = data.type === 'LEGAL';
  return {
    kind: isCompany ? 'company' : 'sole_proprietor',
    name: cleanLine(data.name?.short_with_opf ?? data.name?.full_with_opf ?? value, 160),
    inn: data.inn,
    kpp: isCompany ? (data.kpp ?? null) : null,
    ogrn: data.ogrn ?? null,
    address: cleanLine(data.address?.unrestricted_value ?? data.address?.value ?? '', 300) || null,
    isActive: !data.state?.status || data.state.status === 'ACTIVE',
  };
}

/** As fields of requisites take it. */
function cleanLine(text: string, maxLength: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
