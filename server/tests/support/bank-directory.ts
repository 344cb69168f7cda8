import { deflateRawSync } from 'node:zlib';

export interface DirectoryEntry {
  bik: string;
  name: string;
  city?: string;
  accounts?: { account: string; type: string; status?: string }[];
  status?: string;
}

const windows1251 = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));

const sber: DirectoryEntry = {
  bik: '044525225',
  name: 'ПАО "Сбербанк"',
  city: 'Москва',
  accounts: [{ account: '30101810400000000225', type: 'CRSA' }],
};

/** The central bank's file, as it is published. */
export function directoryXml(entries: readonly DirectoryEntry[] = [sber], day = '2026-11-16'): string {
  const quote = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const rows = entries.map(
    ({ bik, name, city = '', accounts = [], status = 'PSAC' }) => `  <BICDirectoryEntry BIC="${bik}">
    <ParticipantInfo NameP="${quote(name)}" CntrCd="RU" Rgn="45" Ind="117997" Tnp="г" Nnp="${quote(city)}" PtType="20" ParticipantStatus="${status}"/>
${accounts
  .map(
    (one) =>
      `    <Accounts Account="${one.account}" RegulationAccountType="${one.type}" CK="99" AccountCBRBIC="044525000" DateIn="2013-01-09" AccountStatus="${one.status ?? 'ACAC'}"/>\n`,
  )
  .join('')}  </BICDirectoryEntry>`,
  );
  return `<?xml version="1.0" encoding="WINDOWS-1251"?>
<ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="1" EDDate="${day}" EDAuthor="4583001999" CreationReason="FCBD" InfoTypeCode="FIRR" BusinessDay="${day}" DirectoryVersion="1">
${rows.join('\n')}
</ED807>`;
}

export function directoryFile(entries?: readonly DirectoryEntry[], day?: string): Buffer {
  return Buffer.from(Array.from(directoryXml(entries, day), (letter) => windows1251.indexOf(letter)));
}

/** An archive of one deflated file, as the central bank makes it. */
export function zipOf(content: Buffer, name = '20261116_ED807_full.xml'): Buffer {
  const packed = deflateRawSync(content);
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + title.length, 12);
  end.writeUInt32LE(local.length + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, entry, title, end]);
}
