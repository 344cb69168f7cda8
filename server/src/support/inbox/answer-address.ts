import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose answer comes to the address, and to which request. */
interface Answered {
  requestId: string;
  number: number;
  userId: string;
}

export interface AnswerTag {
  number: number;
  signature: string;
}

const signatureBytes = 15;
/** Letters and digits alone, since mail servers may change the case. */
const signatureLength = 24;
const tagPattern = /^([0-9a-z]{1,10})-([0-9a-z]{24})$/;

/** `reply+5k-3f…@example.ru`: signed and not stored, for this request and this person alone. */
export function answerAddress(key: Buffer, inbox: string, { number, ...answered }: Answered): string {
  const [local, domain] = splitAddress(inbox);
  return `${local}+${number.toString(36)}-${sign(key, answered)}@${domain}`;
}

/** Tags of the addresses that belong to the inbox, each once. */
export function findTags(inbox: string, recipients: string[]): AnswerTag[] {
  const [local, domain] = splitAddress(inbox);
  const tags = new Map<string, AnswerTag>();
  for (const recipient of recipients) {
    const [name, host] = splitAddress(recipient.toLowerCase());
    if (host !== domain || !name.startsWith(`${local}+`)) continue;
    const [tag, number = '', signature = ''] = tagPattern.exec(name.slice(local.length + 1)) ?? [];
    if (tag) tags.set(tag, { number: Number.parseInt(number, 36), signature });
  }
  return [...tags.values()];
}

export function isSignedFor(key: Buffer, { signature }: AnswerTag, answered: Omit<Answered, 'number'>): boolean {
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, answered)));
}

function sign(key: Buffer, { requestId, userId }: Omit<Answered, 'number'>): string {
  const mac = createHmac('sha256', key).update(`${requestId} ${userId}`).digest().subarray(0, signatureBytes);
  return BigInt(`0x${mac.toString('hex')}`)
    .toString(36)
    .padStart(signatureLength, '0');
}

function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}
