import type { Operator } from '@kazna/contract/cabinet/info';
import classes from './contacts.module.css';

export function Contacts({ operator: { name, email, phone, address, inn, ogrn } }: { operator: Operator }) {
  return (
    <address className={classes.contacts}>
      <strong>{name}</strong>
      <a href={`mailto:${email}`}>{email}</a>
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      {address && <span>{address}</span>}
      {inn && <span>ИНН {inn}</span>}
      {ogrn && <span>ОГРН {ogrn}</span>}
    </address>
  );
}
