import type { PersonNotificationKind } from '../notifications/kind.ts';

export const signedInElsewhere: PersonNotificationKind<{ device: string; address: string }> = {
  name: 'signed_in_elsewhere',
  describe: ({ device, address }, { publicUrl }) => ({
    headline: 'Вход с нового устройства',
    paragraphs: [
      `Устройство: ${device}. Адрес: ${address}. Если это были не вы, смените пароль: все сеансы завершатся.`,
    ],
    action: { label: 'Открыть профиль', url: `${publicUrl}/profile` },
  }),
};
