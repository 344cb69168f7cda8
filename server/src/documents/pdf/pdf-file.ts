import type { FileAnswer } from '@kazna/contract/shared/endpoint';

export function pdfFile(name: string, pdf: Buffer): FileAnswer {
  return { name: `${name}.pdf`, contentType: 'application/pdf', chunks: once(pdf) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
