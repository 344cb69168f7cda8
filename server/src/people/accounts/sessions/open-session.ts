import type { TokenPair } from '@kazna/contract/shared/fields';
import type { Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { Origin } from '../../../platform/http/api.ts';
import { signAccessToken } from './access-token.ts';
import { describeDevice } from './device.ts';
import { issueRefreshToken } from './refresh-token.ts';
import type { SessionKeys } from './session-keys.ts';
import { chooseOrganization, endOldestSessions, findDeviceHistory, insertSession } from './store.ts';

const maximumSessions = 50;

export interface OpenedSession {
  tokens: TokenPair;
  device: string;
  isUnknownDevice: boolean;
}

export async function openSession(
  tx: Transaction,
  keys: SessionKeys,
  userId: string,
  { address, userAgent }: Origin,
): Promise<OpenedSession> {
  const device = describeDevice(userAgent);
  const history = await findDeviceHistory(tx, { userId, device, address });
  const organizationId = await chooseOrganization(tx, userId);
  const id = uuidv7();
  const refresh = issueRefreshToken(keys.refresh, id);
  await insertSession(tx, { id, userId, organizationId, refresh, device, address });
  await endOldestSessions(tx, userId, maximumSessions);
  return {
    tokens: {
      accessToken: signAccessToken(keys.access, { userId, sessionId: id, organizationId, generation: 0 }),
      refreshToken: refresh.token,
    },
    device,
    isUnknownDevice: history.hasSignedInBefore && !history.isKnownDevice,
  };
}
