import { nonEmpty, type Read, urlOf } from './environment.ts';

/** Requisites by ИНН. Null without a token: people fill them in by hand. */
export interface DadataConfig {
  token: string;
  url: string;
}

export function dadataConfig(read: Read): DadataConfig | null {
  const token = read('DADATA_TOKEN', 'an API key of DaData, which finds companies by ИНН', nonEmpty);
  if (!token) return null;
  const url = read(
    'DADATA_URL',
    "the address of DaData's suggestions",
    urlOf('http:', 'https:'),
    'https://suggestions.dadata.ru/suggestions/api/4_1/rs',
  );
  return { token, url };
}
