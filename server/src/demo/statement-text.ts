const dayText = (iso: string) => iso.split('-').toReversed().join('.');

export interface DemoTransferOrder {
  number: string;
  payer: { name: string; inn: string; account: string; bik: string };
  amountMinor: number;
  purpose: string;
}

export function statementText(account: string, day: string, orders: DemoTransferOrder[]): string {
  const received = orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const opening = 1_250_000_00;
  const sum = (minor: number) => (minor / 100).toFixed(2);
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=UTF-8',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `ДатаНачала=${dayText(day)}`,
    `ДатаКонца=${dayText(day)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${sum(opening)}`,
    `ВсегоПоступило=${sum(received)}`,
    'ВсегоСписано=0.00',
    `КонечныйОстаток=${sum(opening + received)}`,
    'КонецРасчСчет',
    ...orders.flatMap(({ number, payer, amountMinor, purpose }) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${number}`,
      `Дата=${dayText(day)}`,
      `Сумма=${sum(amountMinor)}`,
      `ДатаПоступило=${dayText(day)}`,
      `ПлательщикСчет=${payer.account}`,
      `Плательщик=${payer.name}`,
      `ПлательщикИНН=${payer.inn}`,
      `ПлательщикБИК=${payer.bik}`,
      `ПолучательСчет=${account}`,
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n');
}
