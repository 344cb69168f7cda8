import { dayInDigits, dayInWords, monthInWords } from '../../day-in-words.ts';
import { createPdf, type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { sumInWords } from '../../sum-in-words.ts';
import { lastDayOf } from '../periods.ts';
import { amountText } from './amount.ts';
import { drawInvoiceSigners, drawSigner } from './form-signatures.ts';
import { drawFormHeader, drawFormTable } from './invoice-form.ts';
import type { ActRow } from './render-act.ts';
import { keepTogether } from './signatures.ts';

const sideWidth = 92;

function updTitle({ number, day, amountMinor }: ActRow): string {
  const name = amountMinor < 0 ? 'Корректировка к УПД' : 'УПД';
  return `${name} № ${number} от ${dayInWords(day)}`;
}

export function renderUpd(upd: ActRow): Promise<Buffer> {
  const { day, revisedOn, data } = upd;
  const createdAt = new Date(`${revisedOn ?? day}T09:00:00Z`);
  const info = { title: updTitle(upd), author: data.seller.name, createdAt, layout: 'landscape' as const };
  return createPdf(info, (pdf) => draw(pdf, upd));
}

function draw(pdf: Pdf, upd: ActRow): void {
  const { number, day, revision, revisedOn, data, amountMinor, vatMinor } = upd;
  const { margin } = page;
  const sideEnd = drawStatus(pdf, upd);
  const count = data.lines.length;
  const header = {
    ...{ number, day, seller: data.seller, buyer: data.buyer, payments: data.payments, advances: data.advances },
    revision: revisedOn ? { number: revision, day: revisedOn } : null,
    shipment: `№ п/п ${count > 1 ? `1-${count}` : '1'} № ${number} от ${dayInDigits(day)}`,
  };
  const headerEnd = drawFormHeader(pdf, header, margin + sideWidth + 12, margin);
  const rate = data.vat === null ? 'без НДС' : `${data.vat}%`;
  const vatText = (vat: number) => (data.vat === null ? 'без НДС' : amountText(vat));
  const lines = data.lines.map(({ name, quantity, amountMinor: amount, vatMinor: vat }) => ({
    ...{ name, quantity: String(quantity || 1), rate, vat: vatText(vat) },
    net: amountText(amount - vat),
    total: amountText(amount),
  }));
  const sums = { net: amountText(amountMinor - vatMinor), vat: vatText(vatMinor), total: amountText(amountMinor) };
  const tableEnd = drawFormTable(pdf, lines, sums, Math.max(sideEnd, headerEnd) + 8);
  drawTransfer(pdf, upd, keepTogether(pdf, tableEnd + 8, transferHeight(pdf, upd)));
}

/** The column at the left with the status; returns where it ends. */
function drawStatus(pdf: Pdf, { amountMinor, data }: ActRow): number {
  const { margin } = page;
  const options = { width: sideWidth };
  const name =
    amountMinor < 0 ? 'Корректировка к универсальному передаточному документу' : 'Универсальный передаточный документ';
  pdf.font('bold').fontSize(9).text(name, margin, margin, options);
  pdf
    .font('regular')
    .fontSize(9)
    .text('Статус:', margin, pdf.y + 8, { width: 40 });
  const y = pdf.y - 12;
  pdf
    .lineWidth(0.8)
    .rect(margin + 42, y - 2, 18, 16)
    .stroke();
  pdf.font('bold').text(String(data.status), margin + 42, y + 1, { width: 18, align: 'center' });
  pdf.font('regular').fontSize(6.5);
  pdf.text('1 — счёт-фактура и передаточный документ (акт)', margin, y + 24, options);
  pdf.text('2 — передаточный документ (акт)', margin, pdf.y + 3, options);
  return pdf.y;
}

/** Long names of the parties take more. */
function transferHeight(pdf: Pdf, { data: { seller, buyer } }: ActRow): number {
  const width = (widthOf(pdf) - 24) / 2;
  const heights = [seller, buyer].map(({ name }) =>
    pdf.fontSize(8).heightOfString(`Экономический субъект: ${name}`, { width }),
  );
  return 120 + Math.max(...heights);
}

/** The second half of the form: what was handed over, when, by whom and to whom. */
function drawTransfer(pdf: Pdf, upd: ActRow, top: number): void {
  const { data, amountMinor, currency } = upd;
  const { seller, buyer, period } = data;
  const width = widthOf(pdf);
  const { margin } = page;
  const words = sumInWords(Math.abs(amountMinor), currency);
  pdf
    .font('bold')
    .fontSize(8)
    .text(`${amountMinor < 0 ? 'К уменьшению' : 'Сумма прописью'}: ${words}`, margin, top, { width });
  let y = data.status === 1 ? drawInvoiceSigners(pdf, seller, pdf.y + 8) : pdf.y + 8;
  pdf
    .lineWidth(1)
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .stroke();
  pdf.font('regular').fontSize(8);
  pdf.text(
    `Основание передачи (сдачи) / получения (приёмки): оферта, услуги за ${monthInWords(period)} [10]`,
    margin,
    y + 6,
    { width },
  );
  y = pdf.y + 8;
  const half = (width - 24) / 2;
  const right = margin + half + 24;
  pdf.font('bold').text('Услугу передал [13]', margin, y, { width: half });
  pdf.text('Услугу получил [18]', right, y, { width: half });
  y = pdf.y + 4;
  const ends = [
    drawSigner(pdf, seller.director.title, seller.director.name, margin, y, half),
    drawSigner(pdf, 'Должность', '____________________', right, y, half),
  ];
  y = Math.max(...ends);
  pdf.text(`Дата передачи: ${dayInWords(lastDayOf(period))} [14]`, margin, y, { width: half });
  pdf.text('Дата получения: «___» ______________ 20___ г. [19]', right, y, { width: half });
  y = pdf.y + 8;
  const codes = ({ name, inn, kpp }: typeof buyer) => `${name}, ИНН/КПП ${kpp ? `${inn}/${kpp}` : inn}`;
  pdf.text(`Составитель документа: ${codes(seller)} [17]`, margin, y, { width: half });
  pdf.text(`Экономический субъект: ${codes(buyer)} [22]`, right, y, { width: half });
}
