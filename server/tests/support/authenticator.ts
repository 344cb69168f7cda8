import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

export interface Ceremony {
  origin: string;
  /** Whether the person gave a PIN or a finger. */
  isVerified: boolean;
  /** A device-bound key counts its uses; a synced one reports 0 for ever. */
  counter: number;
}

/** A passkey in software: one ES256 key of one person, as a security key or a password manager would keep it. */
export class SoftwarePasskey {
  readonly credentialId = randomBytes(24);
  readonly isSynced: boolean;
  counter = 0;
  userHandle = '';
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #defaults: Pick<Ceremony, 'origin'>;

  constructor(origin: string, { isSynced = true } = {}) {
    this.isSynced = isSynced;
    this.#defaults = { origin };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Answers `navigator.credentials.create`. */
  create(options: object, changed: Partial<Ceremony> = {}) {
    const { challenge, rp, user } = options as CreationOptions;
    this.userHandle = user.id;
    const ceremony = this.#ceremony(changed);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, this.coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id ?? '', ceremony, 0x40), attested]);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none')],
      ...[cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    const clientDataJSON = clientData('webauthn.create', challenge, ceremony.origin);
    return this.#credential({
      clientDataJSON,
      attestationObject: object.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(options: object, changed: Partial<Ceremony> = {}) {
    const { challenge, rpId = '' } = options as RequestOptions;
    if (!this.isSynced) this.counter += 1;
    const ceremony = this.#ceremony(changed);
    const clientDataJSON = clientData('webauthn.get', challenge, ceremony.origin);
    const authenticatorData = this.#authenticatorData(rpId, ceremony);
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = createSign('sha256').update(authenticatorData).update(clientHash).sign(this.#privateKey);
    return this.#credential({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  #ceremony(changed: Partial<Ceremony>): Ceremony {
    return { ...this.#defaults, isVerified: true, counter: this.counter, ...changed };
  }

  #credential<Response extends object>(response: Response) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #authenticatorData(rpId: string, { isVerified, counter }: Ceremony, flags = 0): Buffer {
    const backup = this.isSynced ? 0x18 : 0;
    const head = Buffer.from([flags | backup | 0x01 | (isVerified ? 0x04 : 0)]);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, count]);
  }

  /** COSE: kty EC2, alg ES256, crv P-256, x, y. */
  coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      ...[cborBytes(Buffer.from(x, 'base64url')), Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
