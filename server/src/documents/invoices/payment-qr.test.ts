import fc from 'fast-check';
import readQr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { type PaymentOrder, paymentQr, qrModules } from './payment-qr.ts';

const order: PaymentOrder = {
  payee: 'ООО «Три кита»',
  account: '40702810138250123017',
  bankName: 'ОАО "БАНК"',
  bik: '044525225',
  correspondentAccount: '30101810400000000225',
  inn: '6200098765',
  kpp: null,
  purpose: 'Оплата членского взноса',
  amountMinor: 100_000,
};

/** Draws the modules with the quiet zone and gives the picture to a decoder that shares no code with the encoder. */
function decode(bytes: Uint8Array): Uint8Array {
  const [scale, border] = [3, 4];
  const modules = qrModules(bytes);
  const width = (modules.length + 2 * border) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (modules[Math.floor(y / scale) - border]?.[Math.floor(x / scale) - border])
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  const found = readQr.default(pixels, width, width);
  if (!found) throw new Error('no code was found');
  return Uint8Array.from(found.binaryData);
}

/** As a bank's application reads it: the eighth byte is the separator. */
function fieldsOf(text: string): Record<string, string> {
  const separator = text.charAt(7);
  const pairs = text.slice(8).split(separator);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

test('the payment code is the known one, byte for byte', () => {
  const text =
    'ST00012|Name=ООО «Три кита»|PersonalAcc=40702810138250123017|BankName=ОАО "БАНК"|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=6200098765|Purpose=Оплата членского взноса|Sum=100000';
  expect(paymentQr(order)).toEqual({ text, bytes: new TextEncoder().encode(text) });
});

test('КПП is the payee’s and stands before the ИНН, as Sber reads it', () => {
  expect(Object.keys(fieldsOf(paymentQr({ ...order, kpp: '771401001' }).text))).toEqual([
    ...['Name', 'PersonalAcc', 'BankName', 'BIC', 'CorrespAcc', 'KPP', 'PayeeINN', 'Purpose', 'Sum'],
  ]);
});

test('a drawn payment code is read by an independent decoder as the same bytes', () => {
  const { bytes } = paymentQr({ ...order, purpose: 'Оплата по счёту № КЗ-000123. В т.ч. НДС 22% 21639-34' });
  expect(decode(bytes)).toEqual(Uint8Array.from(bytes));
});

describe('separators', () => {
  test('a bar in a value changes the separator of the whole payment code', () => {
    const { text } = paymentQr({ ...order, payee: 'ООО «А|PersonalAcc=1»' });
    expect(text).toMatch(/^ST00012#Name=ООО «А\|PersonalAcc=1»#PersonalAcc=40702810138250123017#/);
  });

  test('no value of a payment code can change another field', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'|#;:^_~{}!$%&()*+,/@=\n\rабв'), maxLength: 300 });
    fc.assert(
      fc.property(hostile, hostile, hostile, (payee, bankName, purpose) => {
        const fields = fieldsOf(paymentQr({ ...order, payee, bankName, purpose }).text);
        expect(Object.keys(fields)).toHaveLength(8);
        expect(fields).toMatchObject({
          PersonalAcc: order.account,
          BIC: order.bik,
          PayeeINN: order.inn,
          Sum: '100000',
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('long names', () => {
  const requiredBytes = ({ text, bytes }: { text: string; bytes: Uint8Array }) => {
    const isUtf8 = text.startsWith('ST00012');
    const block = text.slice(8, text.search(/.PayeeINN=/));
    return isUtf8 ? new TextEncoder().encode(block).length : bytes.length - text.length + block.length;
  };

  test('a payee’s name that is too long for a payment code in UTF-8 is written in windows-1251 instead of being cut', () => {
    const payee =
      'Общество с ограниченной ответственностью «Северо-Западная строительно-монтажная компания имени Ивана»';
    const payload = paymentQr({ ...order, payee, bankName: 'ФИЛИАЛ "ЦЕНТРАЛЬНЫЙ" БАНКА В МОСКВЕ' });
    expect(payload.text).toMatch(/^ST00011\|Name=Общество .+ Ивана»\|/);
    expect(new TextDecoder('windows-1251').decode(payload.bytes)).toBe(payload.text);
    expect(decode(payload.bytes)).toEqual(payload.bytes);
  });

  test('the required fields of a payment code never take more than 300 bytes', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'абвWY «»№ğ'), maxLength: 200 });
    fc.assert(
      fc.property(letters, letters, (payee, bankName) => {
        expect(requiredBytes(paymentQr({ ...order, payee, bankName }))).toBeLessThanOrEqual(300);
      }),
      { numRuns: 300 },
    );
  });

  test('line breaks in values of a payment code become spaces', () => {
    expect(fieldsOf(paymentQr({ ...order, purpose: 'Оплата\r\nпо\tсчёту' }).text)).toMatchObject({
      Purpose: 'Оплата по счёту',
    });
  });
});
