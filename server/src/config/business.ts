import type { Operator } from '@kazna/contract/cabinet/info';
import { email, nonEmpty, type Read } from './environment.ts';

/** The business that runs the installation. Its variables keep the prefix of the first release. */
export function businessConfig(read: Read, hostname: string): Operator {
  return {
    name: read('OPERATOR_NAME', 'the name of the business that runs the cabinet', nonEmpty, 'Казна'),
    email: read('OPERATOR_EMAIL', 'the e-mail of its support', email, `support@${hostname}`),
    phone: read('OPERATOR_PHONE', 'its phone', nonEmpty) ?? null,
    inn: read('OPERATOR_INN', 'its ИНН', nonEmpty) ?? null,
    ogrn: read('OPERATOR_OGRN', 'its ОГРН or ОГРНИП', nonEmpty) ?? null,
    address: read('OPERATOR_ADDRESS', 'its address', nonEmpty) ?? null,
  };
}
