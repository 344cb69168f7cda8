import { crc32 } from 'node:zlib';
import {
  getBusinessPictures,
  putBusinessPicture,
  updateBusinessPictures,
} from '@kazna/contract/admin/business-pictures';
import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import { importPast } from '../../../tests/support/past-movements.ts';
import { plantPicture, pngOf } from '../../../tests/support/pictures.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { cleanPng } from './pictures.ts';

const app = appForThisFile();
let staff: string;

beforeAll(async () => {
  staff = (await newStaff(app, 'admin')).token;
  await setBusiness(app, { taxPeriods: [{ from: '2020-01-01', regime: 'osno', vat: 22 }] });
});

const chunk = (type: string, data: Buffer) => {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
};

test('a picture is written anew from its pixels: a text inside is gone', async () => {
  const drawn = pngOf(60, 40);
  const hidden = Buffer.concat([
    drawn.subarray(0, 33),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    drawn.subarray(33),
  ]);
  expect(hidden.includes('script')).toBe(true);
  const clean = await cleanPng(hidden);
  expect(clean.includes('script')).toBe(false);
  const [before, after] = [PNG.sync.read(drawn), PNG.sync.read(clean)];
  expect([after.width, after.height, after.data.equals(before.data)]).toEqual([60, 40, true]);
});

const wide = Buffer.from(pngOf(2, 2));
wide.writeUInt32BE(20_000, 16);
test.each([
  ['a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]), 'picture_unreadable'],
  [
    'an SVG with a script',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`),
    'picture_unreadable',
  ],
  ['a PNG that ends in its middle', pngOf(300, 300).subarray(0, 400), 'picture_unreadable'],
  ['a PNG with a page behind its end', Buffer.concat([pngOf(9, 9), Buffer.from('<html>')]), 'picture_unreadable'],
  ['a PNG of 20,000 pixels', wide, 'picture_too_large'],
])('a logo, stamp or signature that is %s is refused, and nothing changes', async (_, file, code) => {
  const headers = { authorization: `Bearer ${staff}`, 'content-type': 'application/octet-stream' };
  const before = (await app.call(getBusinessPictures, {}, { token: staff })).body;
  const answer = await app.app.inject({
    method: 'PUT',
    url: putBusinessPicture.path.replace('{picture}', 'logo'),
    headers,
    payload: file,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
  expect((await app.call(getBusinessPictures, {}, { token: staff })).body).toEqual(before);
});

test('a picture over 1 MB is refused before it is read', async () => {
  const headers = { authorization: `Bearer ${staff}`, 'content-type': 'application/octet-stream' };
  const url = putBusinessPicture.path.replace('{picture}', 'logo');
  const answer = await app.app.inject({ method: 'PUT', url, headers, payload: Buffer.alloc(10 * 1024 * 1024) });
  expect(answer.statusCode).toBe(413);
});

async function countPictures({ token }: Company, id: string): Promise<number> {
  const answer = await app.app.inject({
    url: `/api/documents/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload.toString('latin1').split('/SMask').length - 1;
}

async function closedMonth(company: Company): Promise<string> {
  await importPast(app, company.organizationId, [
    { day: '2026-01-10', kind: 'top_up', amountMinor: 500_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -120_000 },
  ]);
  return (await app.call(closeMonth, { body: { period: '2026-01' } }, { token: company.token })).body.id;
}

test('stamp and signature stand in documents made since, and УПД is without them where staff say so', async () => {
  const company = await newCompany(app);
  const before = await newInvoice(app, company);
  await plantPicture(app.db, 'stamp');
  await plantPicture(app.db, 'signature');
  const after = await newInvoice(app, company);
  expect([await countPictures(company, before.id), await countPictures(company, after.id)]).toEqual([0, 2]);
  expect(await countPictures(company, await closedMonth(company))).toBe(2);
  const { status } = await app.call(updateBusinessPictures, { body: { isOnUpd: false } }, { token: staff });
  expect(status).toBe(200);
  const other = await newCompany(app);
  expect(await countPictures(other, await closedMonth(other))).toBe(0);
});
