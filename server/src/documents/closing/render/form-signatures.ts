import type { Seller } from '../../parties.ts';
import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';

const small = (pdf: Pdf) => pdf.font('regular').fontSize(8);

/** Who signs an invoice: head and accountant of a company, or the sole proprietor with their registration. */
export function drawInvoiceSigners(pdf: Pdf, seller: Seller, top: number): number {
  const { director, accountantName, kind, ogrn, name } = seller;
  const isCompany = kind === 'company';
  const half = (widthOf(pdf) - 24) / 2;
  const left = page.margin;
  const right = left + half + 24;
  if (!isCompany) {
    const end = drawSigner(
      pdf,
      'Индивидуальный предприниматель или иное уполномоченное лицо',
      director.name,
      left,
      top,
      half,
    );
    small(pdf).text(`${name}, ОГРНИП ${ogrn}`, right, top, { width: half });
    return Math.max(end, pdf.y + 6);
  }
  const head = drawSigner(pdf, 'Руководитель организации или иное уполномоченное лицо', director.name, left, top, half);
  const accountant = accountantName ?? director.name;
  return Math.max(
    head,
    drawSigner(pdf, 'Главный бухгалтер или иное уполномоченное лицо', accountant, right, top, half),
  );
}

/** A label, a line to sign on and the name. Returns where it ends. */
export function drawSigner(pdf: Pdf, label: string, name: string, x: number, y: number, width: number): number {
  small(pdf).text(label, x, y, { width: width * 0.42 });
  const end = Math.max(pdf.y, y + 12);
  pdf
    .lineWidth(0.5)
    .moveTo(x + width * 0.44, end)
    .lineTo(x + width * 0.68, end)
    .stroke();
  pdf.text(name, x + width * 0.7, end - 10, { width: width * 0.3 });
  return Math.max(end, pdf.y) + 6;
}
