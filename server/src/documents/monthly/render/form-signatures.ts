import { dayInDigits } from '../../day-in-words.ts';
import type { Seller } from '../../parties-store.ts';
import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawSignature, type SignatureCell } from '../../pdf/draw-signature.ts';

export const gap = 24;

/** Who signs an invoice: head and accountant of a company, or the sole proprietor with their registration. */
export function drawInvoiceSigners(pdf: Pdf, seller: Seller, y: number): number {
  const { director, accountantName, kind } = seller;
  const width = (widthOf(pdf) - gap) / 2;
  const left = { x: page.margin, y, width };
  const right = { x: page.margin + width + gap, y, width };
  const sides =
    kind === 'company'
      ? [
          signer('Руководитель организации или иное уполномоченное лицо', director.name),
          signer('Главный бухгалтер или иное уполномоченное лицо', accountantName ?? director.name),
        ]
      : [
          signer('Индивидуальный предприниматель или иное уполномоченное лицо', director.name),
          [{ text: registrationOf(seller), share: 1, caption: 'реквизиты государственной регистрации' }],
        ];
  return Math.max(...sides.map((cells, index) => drawSignature(pdf, cells, index === 0 ? left : right)));
}

function signer(label: string, name: string): SignatureCell[] {
  return [
    { text: label, share: 0.42 },
    { text: '', share: 0.23, caption: 'подпись' },
    { text: name, share: 0.35, caption: 'ф. и. о.' },
  ];
}

function registrationOf({ ogrn, registeredOn }: Seller): string {
  return registeredOn ? `ОГРНИП ${ogrn} от ${dayInDigits(registeredOn)}` : `ОГРНИП ${ogrn}`;
}
