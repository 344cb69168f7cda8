import { encode } from 'uqr';
import { QrPicture } from '../../ui/qr-picture.tsx';

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  return <QrPicture rows={data.map((row) => row.map(Number).join(''))} label={label} />;
}
