import { bottomOf, type Pdf, page } from '../../pdf/create-pdf.ts';

export interface FormLine {
  label: string;
  /** Several where one would not fit a page. */
  values: string[];
  mark: string;
}

export interface FormPlace {
  x: number;
  width: number;
  labelWidth: number;
}

const fontSize = 7.5;
const markWidth = 26;

/** A label, what is filled in above a line, and the mark of the form. Returns where it ends. */
export function drawFormLine(pdf: Pdf, { label, values, mark }: FormLine, place: FormPlace, top: number): number {
  return values.reduce(
    (y, value, index) =>
      drawPart(pdf, index === 0 ? label : '', value, index === values.length - 1 ? mark : '', place, y),
    top,
  );
}

function drawPart(pdf: Pdf, label: string, value: string, mark: string, place: FormPlace, top: number): number {
  const { x, width, labelWidth } = place;
  const room = width - labelWidth - markWidth;
  pdf.font('regular').fontSize(fontSize);
  const labelHeight = label ? pdf.heightOfString(label, { width: labelWidth - 4 }) : 0;
  const height = Math.max(labelHeight, pdf.heightOfString(value, { width: room }));
  let y = top;
  if (y + height > bottomOf(pdf)) {
    pdf.addPage();
    y = page.margin;
  }
  pdf.text(label, x, y, { width: labelWidth - 4 });
  pdf.text(value, x + labelWidth, y, { width: room });
  const end = y + height;
  pdf.text(mark, x + width - markWidth, end - 10, { width: markWidth, align: 'right' });
  pdf
    .lineWidth(0.3)
    .moveTo(x + labelWidth, end)
    .lineTo(x + labelWidth + room, end)
    .stroke();
  return end + 1.5;
}
