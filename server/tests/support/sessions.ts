import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import type { TokenPair } from '@kazna/contract/shared/fields';
import type { TestApp } from './app.ts';

export async function switchTo(
  app: TestApp,
  { refreshToken }: { refreshToken: string },
  organizationId: string,
): Promise<TokenPair> {
  const answer = await app.call(refreshWithOrganization, { query: { organizationId } }, { token: refreshToken });
  if (answer.status !== 200) throw new Error(`the switch answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as TokenPair;
}
