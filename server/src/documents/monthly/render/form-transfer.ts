import { dayInWords, monthInWords } from '../../day-in-words.ts';
import type { Buyer } from '../../parties-store.ts';
import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawSignature } from '../../pdf/draw-signature.ts';
import { lastDayOf } from '../periods.ts';
import { dash } from './form-header.ts';
import { drawFormLine } from './form-line.ts';
import { gap } from './form-signatures.ts';
import type { ActRow } from './render-act.ts';

interface Side {
  done: string;
  when: [label: string, value: string];
  notes: string;
  title: string;
  name: string;
  party: string;
  /** The first of the five that the side has. */
  mark: number;
}

const partyText = ({ name, inn, kpp }: Buyer) => `${name}, ИНН/КПП ${kpp ? `${inn}/${kpp}` : inn}`;

/** The second half of УПД, [8] to [19]: what was handed over, when, by whom and to whom. Returns where it ends. */
export function drawTransfer(pdf: Pdf, { data: { seller, buyer, period } }: ActRow, top: number): number {
  const width = widthOf(pdf);
  const place = { x: page.margin, width, labelWidth: 200 };
  const basis = `Договор-оферта, услуги за ${monthInWords(period)}`;
  const lines: [string, string, string][] = [
    ['Основание передачи (сдачи) / получения (приёмки)', basis, '[8]'],
    ['Данные о транспортировке и грузе', dash, '[9]'],
  ];
  const y = lines.reduce(
    (at, [label, value, mark]) => drawFormLine(pdf, { label, values: [value], mark }, place, at),
    top,
  );
  const sides: Side[] = [
    {
      done: 'Товар (груз) передал / услуги, результаты работ, права сдал',
      when: ['Дата отгрузки, передачи (сдачи)', dayInWords(lastDayOf(period))],
      notes: 'Иные сведения об отгрузке, передаче',
      ...{ title: seller.director.title, name: seller.director.name, party: partyText(seller), mark: 10 },
    },
    {
      done: 'Товар (груз) получил / услуги, результаты работ, права принял',
      when: ['Дата получения (приёмки)', ''],
      notes: 'Иные сведения о получении, приёмке',
      ...{ title: '', name: '', party: partyText(buyer), mark: 15 },
    },
  ];
  const half = (width - gap) / 2;
  const from = y + 6;
  const ends = sides.map((side, index) => drawSide(pdf, side, page.margin + index * (half + gap), from, half));
  const end = Math.max(...ends);
  const middle = page.margin + half + gap / 2;
  pdf.lineWidth(1).moveTo(middle, from).lineTo(middle, end).stroke();
  return end;
}

function drawSide(pdf: Pdf, side: Side, x: number, top: number, width: number): number {
  const { done, when, notes, title, name, party, mark } = side;
  const place = { x, width, labelWidth: 156 };
  const heading = (text: string, y: number) => {
    pdf.font('regular').fontSize(7.5).text(text, x, y, { width });
    return pdf.y;
  };
  const sign = (y: number, number: number) => {
    const cells = [
      { text: title, share: 0.36, caption: 'должность' },
      { text: '', share: 0.24, caption: 'подпись' },
      { text: name, share: 0.34, caption: 'ф. и. о.' },
      { text: `[${number}]`, share: 0.06 },
    ];
    return drawSignature(pdf, cells, { x, y, width: width + 8 }, { fontSize: 7.5 });
  };
  const line = (label: string, value: string, number: number, y: number) =>
    drawFormLine(pdf, { label, values: [value], mark: `[${number}]` }, place, y) + 1;

  let y = sign(heading(done, top), mark);
  y = line(...when, mark + 1, y);
  y = line(notes, dash, mark + 2, y);
  y = sign(heading('Ответственный за правильность оформления факта хозяйственной жизни', y + 1), mark + 3);
  return line('М. П.    Наименование экономического субъекта — составителя документа', party, mark + 4, y);
}
