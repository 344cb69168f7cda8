export const urlMessages = {
  program: {
    invalid: 'Not a valid URL',
    unencrypted: 'Must begin with https://',
    credentials: 'Must not contain a user name or password',
    fragment: 'Must not contain a fragment',
    address: 'This IP address is not allowed',
    tooMany: (most: number) => `There are ${most} webhook endpoints already. Delete one that is not used`,
  },
  person: {
    invalid: 'Введите адрес целиком, например https://example.ru/webhooks',
    unencrypted: 'Адрес должен начинаться с https://',
    credentials: 'Уберите из адреса имя пользователя и пароль',
    fragment: 'Уберите из адреса часть после #',
    address: 'На этот IP-адрес отправлять нельзя: он внутри сети',
    tooMany: (most: number) => `Адресов уже ${most}. Удалите ненужный`,
  },
} as const;

export type UrlMessages = (typeof urlMessages)[keyof typeof urlMessages];
