import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate for this machine that nobody has signed but itself, as RFC 5280 writes it. */
export function selfSignedCertificate(now = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('mail')))));
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const day = (days: number) => {
    const text = new Date(now.getTime() + days * 86_400_000).toISOString().replace(/\.\d+|[-:T]/g, '');
    return tagged(0x18, Buffer.from(text));
  };
  const hosts = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const alternativeNames = sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, hosts));
  const signed = sequence(
    ...[tagged(0xa0, Buffer.from('020102', 'hex')), Buffer.from('020101', 'hex'), ecdsaWithSha256],
    ...[name, sequence(day(-1), day(1)), name, publicKey.export({ type: 'spki', format: 'der' })],
    tagged(0xa3, sequence(alternativeNames)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]));
  const base64 = sequence(signed, ecdsaWithSha256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

const sequence = (...parts: Uint8Array[]) => tagged(0x30, Buffer.concat(parts));

/** DER: a tag, a length and as many bytes. */
function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
