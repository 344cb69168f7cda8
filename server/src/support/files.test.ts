import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import * as staff from '@kazna/contract/admin/requests';
import { closeOrganization, getOrganization } from '@kazna/contract/cabinet/organizations';
import * as contract from '@kazna/contract/cabinet/requests';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { type Company, newCompany } from '../../tests/support/business.ts';
import { newMember } from '../../tests/support/organizations.ts';
import { pngOf } from '../../tests/support/pictures.ts';
import { plantRequest, readFile, uploadFile } from '../../tests/support/requests.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { openFileFolder } from '../platform/files/file-folder.ts';
import { zipWriter } from '../platform/files/zip.ts';
import { cleanName, detectType } from './file-type.ts';
import { answerFile, cleanUpFiles, storeFile } from './files.ts';
import { findFileAsStaff } from './files-store.ts';

const app = appForThisFile({ isIdle: true });
let company: Company;
beforeAll(async () => {
  company = await newCompany(app);
});
beforeEach(async () => {
  await app.db.queryText('delete from throttle_counters');
  await app.db.queryText('delete from support_files where message_id is null');
});

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const upload = (name: string, bytes: Uint8Array, by: { token: string } = company) =>
  uploadFile(app, by, { name, bytes });
const unsent = async () =>
  (await app.db.queryText('select count(*)::int as count from support_files where message_id is null')).rows[0]?.count;
const html = bytesOf('<!doctype html><script>parent.document.title = "pwned"</script>');
const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('types of files', () => {
  test.each([
    ['снимок.png', pngOf(2, 2), 'image/png'],
    ['фото.JPG', bytesOf('\xff\xd8\xff\xe0..JFIF'), 'image/jpeg'],
    ['договор.pdf', bytesOf('%PDF-1.7\n'), 'application/pdf'],
    ['заметка.txt', Buffer.from('Привет\n'), 'text/plain'],
    ['страница.txt', html, 'text/plain'],
    ['старое.doc', bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword'],
  ])('%s is known by its first bytes', (name, bytes, type) => {
    expect(detectType(bytes, name)).toBe(type);
  });

  test.each([
    ['a page named as a picture', 'фото.png', html],
    ['a vector with scripts named as a picture', 'фото.png', svg],
    ['a vector with scripts', 'фото.svg', svg],
    ['a page', 'страница.html', html],
    ['a PDF named as a picture', 'фото.jpg', bytesOf('%PDF-1.7\n')],
    ['a picture named as a PDF', 'договор.pdf', pngOf(2, 2)],
    ['an archive', 'архив.zip', bytesOf('PK\x03\x04')],
    ['an archive named as an Office document', 'отчёт.docx', bytesOf('PK\x03\x04бомба')],
    ['a program named as a text', 'заметка.txt', bytesOf('MZ\x90\0\x03\0')],
    ['a file without an extension', 'README', Buffer.from('текст')],
  ])('%s is refused and nothing is stored', async (_what, name, bytes) => {
    const { status, body } = await upload(name, bytes);
    expect([status, body.code, await unsent()]).toEqual([422, 'file_type_refused', 0]);
  });

  test('an Office document is known by the names in its archive, which is never unpacked', async () => {
    const zip = zipWriter();
    const parts: Uint8Array[] = [];
    for (const name of ['[Content_Types].xml', 'word/document.xml'])
      for await (const chunk of zip.entry(
        name,
        (async function* () {
          yield '<x/>';
        })(),
      ))
        parts.push(chunk);
    parts.push(zip.end());
    const archive = Buffer.concat(parts);
    expect(detectType(archive, 'письмо.docx')).toContain('wordprocessingml');
    expect(detectType(archive, 'таблица.xlsx')).toBeNull();
  });
});

test('an archive that would unpack to 4 GB is kept and given back as it came: nothing opens it', async () => {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  const packed = deflateRawSync(Buffer.alloc(16 * 1024 * 1024));
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(0xffff_ffff, 22);
  const entries = ['[Content_Types].xml', 'word/document.xml'].flatMap((name) => {
    head.writeUInt16LE(name.length, 26);
    return [Buffer.from(head), Buffer.from(name), packed];
  });
  const bomb = Buffer.concat(entries);
  const author = await newCompany(app);
  const { status, body: file } = await upload('отчёт.docx', bomb, author);
  expect([status, file.sizeBytes]).toEqual([201, bomb.length]);
  const body = { topic: 'other' as const, text: 'Смотрите', fileIds: [file.id] };
  expect((await app.call(contract.createRequest, { body }, author)).status).toBe(201);
  expect((await readFile(app, author, file.id)).body.equals(bomb)).toBe(true);
});

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\Мария\\чек.pdf', 'чек.pdf'],
  ['счёт\r\nX-Evil: 1.pdf', 'счётX-Evil 1.pdf'],
  ['гпж\u202e.exe.txt', 'гпж.exe.txt'],
  ['...', 'file'],
  [`${'я'.repeat(500)}.pdf`, `${'я'.repeat(116)}.pdf`],
])('the name %j is stored as %j', (given, stored) => {
  expect(cleanName(given)).toBe(stored);
});

test('a name of many dots is cleaned in time that grows with its length', () => {
  expect(cleanName(`a${'. '.repeat(100_000)}.txt`)).toMatch(/^a[. ]+\.txt$/);
});

test('an empty file, one of 11 MB and more than 25 that wait for a message are refused', async () => {
  expect((await upload('пусто.txt', Buffer.alloc(0))).body.code).toBe('file_is_empty');
  expect((await upload('много.txt', Buffer.alloc(11 * 1024 * 1024, 65))).body.code).toBe('payload_too_large');
  expect((await upload('впору.txt', Buffer.alloc(10 * 1024 * 1024, 65))).status).toBe(201);
  for (let count = 1; count < 25; count += 1) await upload('ещё.txt', Buffer.from('x'));
  expect((await upload('ещё.txt', Buffer.from('x'))).body.code).toBe('too_many_files');
  expect(await unsent()).toBe(25);
});

test('a message takes its author’s files once, all of them or none', async () => {
  const other = await newCompany(app);
  const [own, foreign] = [
    (await upload('мой.txt', Buffer.from('x'))).body,
    (await upload('чужой.txt', Buffer.from('x'), other)).body,
  ];
  const send = (...fileIds: string[]) =>
    app.call(contract.createRequest, { body: { topic: 'other', text: 'Смотрите', fileIds } }, company);
  expect((await send(own.id, foreign.id)).status).toBe(404);
  const taken = await send(own.id);
  expect(taken.status).toBe(201);
  expect((await send(own.id)).status).toBe(404);
  const { rows } = await app.db.queryText('select count(*)::int as count from support_requests where author_id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
  const many = Array.from({ length: 6 }, () => own.id);
  expect((await send(...many)).status).toBe(400);
});

test('stored files with scripts are served as attachments without a type, to be sniffed or run by nobody', async () => {
  for (const [name, content] of [
    ['фото.png', html],
    ['картинка.jpg', svg],
    ['договор.pdf', bytesOf('%PDF-1.7\n/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
  ] as const) {
    const file = { name, type: 'image/png', content };
    const { fileId } = await plantRequest(app.db, company.organizationId, company.id, { file });
    const answer = await readFile(app, company, fileId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
  }
});

test('files of another organization, of a request that the role does not see and of no message answer as missing', async () => {
  const { fileId } = await plantRequest(app.db, company.organizationId, company.id);
  const stranger = await newCompany(app);
  const member = await newMember(app, company.organizationId);
  await app.db.queryText('update sessions set organization_id = $2 where user_id = $1', [
    member.id,
    company.organizationId,
  ]);
  const { body: waiting } = await upload('ждёт.txt', Buffer.from('x'));
  const read = async (id: string, by: { token: string }) => (await readFile(app, by, id)).status;
  expect([await read(fileId, company), await read(fileId, stranger), await read(fileId, member)]).toEqual([
    200, 404, 404,
  ]);
  expect(await read(waiting.id, company)).toBe(404);
  const support = await newStaff(app, 'support');
  const byStaff = (id: string) => readFile(app, support, id, staff.getRequestFileAsStaff);
  expect([(await byStaff(fileId)).status, (await byStaff(waiting.id)).status]).toEqual([200, 404]);
});

test('files and requests of a closed organization answer its people as missing, and staff still read them', async () => {
  const closed = await newCompany(app);
  const { fileId, requestId } = await plantRequest(app.db, closed.organizationId, closed.id);
  expect((await readFile(app, closed, fileId)).status).toBe(200);
  const params = { organizationId: closed.organizationId };
  const { body: organization } = await app.call(getOrganization, { params }, closed);
  expect((await app.call(closeOrganization, { params, body: { name: organization.name } }, closed)).status).toBe(204);
  expect((await readFile(app, closed, fileId)).status).toBe(404);
  for (const endpoint of [contract.getRequest, contract.listRequestMessages])
    expect((await app.call(endpoint, { params: { requestId } }, closed)).status).toBe(404);
  const late = app.call(contract.postRequestMessage, { params: { requestId }, body: { text: 'Ещё' } }, closed);
  expect((await late).status).toBe(404);
  const support = await newStaff(app, 'support');
  expect((await readFile(app, support, fileId, staff.getRequestFileAsStaff)).status).toBe(200);
});

test('with FILES_DIR contents are on the disk, and the cleanup removes what no message took and what has no row', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kazna-files-'));
  const folder = openFileFolder(directory);
  const context = { db: app.db, folder };
  const stored = await storeFile(context, company.id, { name: 'чек.txt', bytes: Buffer.from('чек') });
  const taken = await storeFile(context, company.id, { name: 'взят.txt', bytes: Buffer.from('взят') });
  await app.call(contract.createRequest, { body: { topic: 'other', text: 'Файл', fileIds: [taken.id] } }, company);
  const answer = await answerFile(context, await findFileAsStaff(app.db, taken.id));
  for await (const chunk of answer.chunks) expect(String(chunk)).toBe('взят');
  await cleanUpFiles(context);
  const files = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true })).filter((it) => it.isFile());
  expect(await files()).toHaveLength(2);
  await app.db.queryText(`update support_files set created_at = now() - interval '25 hours' where id = $1`, [
    stored.id,
  ]);
  const dayAgo = Date.now() / 1000 - 90_000;
  for (const { name, parentPath } of await files()) await utimes(join(parentPath, name), dayAgo, dayAgo);
  await cleanUpFiles(context);
  expect((await files()).map(({ name }) => name)).toEqual([taken.id]);
  await rm(directory, { recursive: true });
});
