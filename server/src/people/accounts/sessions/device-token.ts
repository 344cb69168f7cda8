import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const idBytes = 16;
const macBytes = 32;

export interface Device {
  id: string;
  token: string;
}

function macOf(key: Buffer, deviceId: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(deviceId).update(userId).digest();
}

/** Grants nothing but a rate limit of its own: wrong passwords of others do not lock this device out. */
export function issueDeviceToken(key: Buffer, userId: string): Device {
  const id = randomBytes(idBytes);
  return { id: id.toString('hex'), token: Buffer.concat([id, macOf(key, id, userId)]).toString('base64url') };
}

export function findDevice(key: Buffer, tokens: string[], userId: string): Device | null {
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== idBytes + macBytes) continue;
    const id = bytes.subarray(0, idBytes);
    if (timingSafeEqual(bytes.subarray(idBytes), macOf(key, id, userId))) return { id: id.toString('hex'), token };
  }
  return null;
}
