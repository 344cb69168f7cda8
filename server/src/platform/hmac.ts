import { hash } from 'node:crypto';

/** Of SHA-256, which takes a message by blocks and ends in a digest of 32 bytes. */
const blockBytes = 64;
const digestBytes = 32;

export type Mac = (message: Buffer, encoding: 'base64url' | 'latin1') => string;

/**
 * HMAC-SHA256 by RFC 2104, of its two hashes. `createHmac` makes and frees an object of OpenSSL's for each message, which
 * costs three times as much; and a hash as a buffer costs twice as much as one as a text.
 */
export function macBy(key: Buffer): Mac {
  if (key.length > blockBytes) throw new Error('a key longer than a block would have to be hashed first');
  const padded = Buffer.concat([key, Buffer.alloc(blockBytes - key.length)]);
  const innerKey = padded.map((byte) => byte ^ 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  outer.set(padded.map((byte) => byte ^ 0x5c));
  return (message, encoding) => {
    outer.write(hash('sha256', Buffer.concat([innerKey, message]), 'latin1'), blockBytes, 'latin1');
    return hash('sha256', outer, encoding);
  };
}
