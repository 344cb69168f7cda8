import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBankDirectory, loadBankDirectory } from '@kazna/contract/admin/bank-directory';
import { findBank, findCompany } from '@kazna/contract/cabinet/banks';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { directoryFile, directoryXml, zipOf } from '../../../tests/support/bank-directory.ts';
import { type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { findByInn } from './dadata.ts';
import { readDirectory } from './read-directory.ts';

let app: TestApp;
let finance: SignedIn;
let person: SignedIn;
let register: Server;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let config: { token: string; url: string };

beforeAll(async () => {
  register = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answer(request, response, Buffer.concat(chunks).toString());
  });
  await new Promise<void>((done) => register.listen(0, '127.0.0.1', done));
  config = { token: 'secret-token', url: `http://127.0.0.1:${(register.address() as AddressInfo).port}` };
  app = await startTestApp(inject('databaseUrl'), {
    env: { DADATA_TOKEN: config.token, DADATA_URL: config.url },
  });
  finance = await newStaff(app, 'finance');
  person = await signedInPerson(app);
});
afterAll(async () => {
  await app.close();
  register.closeAllConnections();
  register.close();
});

async function load(file: Buffer) {
  const response = await app.app.inject({
    method: 'PUT',
    url: loadBankDirectory.path,
    headers: { authorization: `Bearer ${finance.token}`, 'content-type': 'application/octet-stream' },
    payload: file,
  });
  return { status: response.statusCode, body: response.json() };
}
const current = async () => (await app.call(getBankDirectory, {}, { token: finance.token })).body.directory;
const bank = async (bik: string) => (await app.call(findBank, { params: { bik } }, { token: person.token })).body.bank;
const hasDirectory = async () =>
  (await app.call(findBank, { params: { bik: '000000000' } }, { token: person.token })).body.hasDirectory;

const vtb = {
  bik: '044525411',
  name: 'Филиал "Центральный" Банка ВТБ & Ко',
  city: 'Москва',
  accounts: [
    { account: '30101810145250000411', type: 'CRSA', status: 'ACDL' },
    { account: '30101810145250000412', type: 'CRSA' },
  ],
};
const treasury = {
  bik: '004525988',
  name: 'ГУ Банка России по ЦФО//УФК по г. Москве',
  city: 'Москва',
  accounts: [{ account: '40102810545370000003', type: 'UTRA' }],
};
const gone = { bik: '044525999', name: 'Бывший банк', status: 'PSDL' };

test('a loaded directory of БИК answers with the bank, its city and its open correspondent account, from XML and from a ZIP', async () => {
  expect(await bank('044525411')).toBeNull();
  expect(await hasDirectory()).toBe(false);
  for (const file of [directoryFile([vtb, treasury, gone]), zipOf(directoryFile([vtb, treasury, gone]))]) {
    expect((await load(file)).status).toBe(200);
    expect(await hasDirectory()).toBe(true);
    expect(await bank('044525411')).toEqual({
      bik: '044525411',
      name: 'Филиал "Центральный" Банка ВТБ & Ко, г. Москва',
      correspondentAccount: '30101810145250000412',
    });
    expect((await bank('004525988'))?.correspondentAccount).toBe('40102810545370000003');
    expect(await bank('044525999')).toBeNull();
  }
  expect(await current()).toMatchObject({ day: '2026-11-16', banks: 2, loadedBy: expect.any(String) });
});

test('a directory that is cut, of another kind, too large or older says so and leaves the one before', async () => {
  expect((await load(directoryFile([vtb], '2026-11-17'))).status).toBe(200);
  const whole = directoryFile([vtb, treasury]);
  const zip = zipOf(whole);
  const bomb = zipOf(Buffer.alloc(70 * 1024 * 1024, ' '));
  const xml = directoryXml();
  const faults: [Buffer, string][] = [
    [whole.subarray(0, whole.length / 2), 'bank_directory_cut'],
    [whole.subarray(0, whole.length - 3), 'bank_directory_cut'],
    [zip.subarray(0, zip.length / 2), 'bank_directory_cut'],
    [zipOf(whole.subarray(0, 900)), 'bank_directory_cut'],
    [Buffer.from('PK\u0003\u0004 и больше ничего'), 'bank_directory_cut'],
    [zipOf(whole, 'readme.txt'), 'bank_directory_unreadable'],
    [Buffer.from('Иванов;40702810'), 'bank_directory_unreadable'],
    [Buffer.from('<html><body>Страница не найдена</body></html>'), 'bank_directory_unreadable'],
    [Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><ED807 EDDate="2026-11-18"/>'), 'bank_directory_unreadable'],
    [Buffer.from(xml.replace('BusinessDay="2026-11-16"', 'BusinessDay="сегодня"')), 'bank_directory_unreadable'],
    [Buffer.from('<ED807 EDDate="2026-11-18"></ED807>'), 'bank_directory_unreadable'],
    [bomb, 'bank_directory_too_large'],
    [directoryFile([treasury], '2026-11-15'), 'bank_directory_older'],
  ];
  for (const [file, code] of faults) expect([code, (await load(file)).body]).toMatchObject([code, { code }]);
  expect(await current()).toMatchObject({ day: '2026-11-17', banks: 1 });
  expect((await bank('044525411'))?.bik).toBe('044525411');
  expect(await bank('004525988')).toBeNull();
});

test('a directory of any length cut at any place is never taken for a whole one', async () => {
  const whole = directoryFile([vtb, treasury]);
  for (let length = 0; length < whole.length; length += 7) {
    expect(['cut', 'unreadable']).toContain(await readDirectory(whole.subarray(0, length)));
  }
});

const party = (data: object) => JSON.stringify({ suggestions: [{ value: 'ООО «РОМАШКА»', data }] });
const ask = (inn = '7707083893') => app.call(findCompany, { params: { inn } }, { token: person.token });

test('requisites by ИНН come from the register, and the token goes to it alone', async () => {
  let seen: unknown;
  answer = (request, response, body) => {
    seen = [request.method, request.url, request.headers.authorization, JSON.parse(body)];
    response.end(
      party({
        inn: '7707083893',
        kpp: '770701001',
        ogrn: '1027700132195',
        type: 'LEGAL',
        name: { short_with_opf: 'ООО «<Ромашка>»', full_with_opf: null },
        address: { value: 'г Москва', unrestricted_value: '117312, г Москва, ул Вавилова, д 19' },
        state: { status: 'LIQUIDATING' },
      }),
    );
  };
  const { body } = await ask();
  expect(seen).toEqual([
    'POST',
    '/findById/party',
    'Token secret-token',
    { query: '7707083893', branch_type: 'MAIN', count: 1 },
  ]);
  expect(body).toEqual({
    state: 'found',
    company: {
      kind: 'company',
      name: 'ООО « Ромашка »',
      inn: '7707083893',
      kpp: '770701001',
      ogrn: '1027700132195',
      address: '117312, г Москва, ул Вавилова, д 19',
      isActive: false,
    },
  });
});

test('a register that refuses, redirects, answers nonsense, answers too much or knows nothing leaves the form to the person', async () => {
  const answers: [typeof answer, string][] = [
    [(_request, response) => response.writeHead(403).end('{"message":"limit"}'), 'silent'],
    [(_request, response) => response.writeHead(302, { location: `${config.url}/elsewhere` }).end(), 'silent'],
    [(_request, response) => response.end('<html>'), 'silent'],
    [(_request, response) => response.end('{"suggestions":[{}]}'), 'silent'],
    [(_request, response) => response.end('x'.repeat(2 * 1024 * 1024)), 'silent'],
    [(request) => request.socket.destroy(), 'silent'],
    [(_request, response) => response.end(party({ inn: '5000000000', type: 'LEGAL' })), 'missing'],
    [(_request, response) => response.end('{"suggestions":[]}'), 'missing'],
  ];
  for (const [respond, state] of answers) {
    answer = respond;
    expect([state, (await ask()).body]).toEqual([state, { state, company: null }]);
  }
});

test('a silent register is given up after its time limit, and none is asked without a token', async () => {
  answer = () => undefined;
  expect(await findByInn({ ...config }, '7707083893')).toEqual({ state: 'silent', company: null });
  expect(await findByInn(null, '7707083893')).toEqual({ state: 'off', company: null });
});
