import type { FieldError } from '@kazna/contract/shared/problems';
import type { Purpose } from './upd-elements.ts';
import { childrenOf, type Element } from './xml.ts';

interface Context {
  purpose: Purpose;
  /** Of an advance, of which neither quantity nor price is known. */
  isAdvance: boolean;
}

interface Rule {
  /** The element below the document's that it is about; every one of them keeps it. */
  path: string[];
  message: string;
  isKept: (one: Element, context: Context) => boolean;
}

const has = ({ attributes }: Element, name: string) => Boolean(attributes[name]);
const contains = (one: Element, name: string) => childrenOf(one, name).length > 0;
const isInvoice = ({ purpose }: Context) => purpose !== 'ДОП';
const isTransfer = ({ purpose }: Context) => purpose !== 'СЧФ';
const isSale = (context: Context) => isInvoice(context) && !context.isAdvance;

const line = ['ТаблСчФакт', 'СведТов'];
const totals = ['ТаблСчФакт', 'ВсегоОпл'];

/** The schema cannot say what depends on the purpose of a document: the tax service publishes these beside it. */
const rules: Rule[] = [
  {
    path: [],
    message: 'В счёте-фактуре нет таблицы',
    isKept: (one, context) => !isInvoice(context) || contains(one, 'ТаблСчФакт'),
  },
  {
    path: [],
    message: 'Нет сведений о передаче',
    isKept: (one, context) => !isTransfer(context) || contains(one, 'СвПродПер'),
  },
  {
    path: [],
    message: 'Название первичного документа есть у всех документов, кроме счёта-фактуры',
    isKept: (one, context) => has(one, 'НаимДокОпр') === isTransfer(context),
  },
  {
    path: ['СвСчФакт'],
    message: 'Счёт-фактура не на аванс называет документ об отгрузке',
    isKept: (one, context) => context.purpose !== 'СЧФ' || context.isAdvance || contains(one, 'ДокПодтвОтгрНом'),
  },
  {
    path: ['СвСчФакт', 'ДопСвФХЖ1'],
    message: 'Особые обстоятельства счёта-фактуры указаны в другом документе',
    isKept: (one, { purpose }) => purpose === 'СЧФ' || !has(one, 'СпОбстФСЧФ'),
  },
  {
    path: ['СвСчФакт', 'СвПрод'],
    message: 'В счёте-фактуре нет адреса продавца',
    isKept: (one, context) => !isInvoice(context) || contains(one, 'Адрес'),
  },
  {
    path: ['СвСчФакт', 'СвПокуп'],
    message: 'В счёте-фактуре нет адреса покупателя',
    isKept: (one, context) => !isInvoice(context) || contains(one, 'Адрес'),
  },
  { path: line, message: 'У строки нет названия', isKept: (one) => has(one, 'НаимТов') },
  {
    path: line,
    message: 'Код единицы измерения указан без её названия',
    isKept: (one) => !has(one, 'ОКЕИ_Тов') || has(one, 'НаимЕдИзм'),
  },
  {
    path: line,
    message: 'В счёте-фактуре единица измерения указана без количества',
    isKept: (one, context) => !isInvoice(context) || !has(one, 'ОКЕИ_Тов') || has(one, 'КолТов'),
  },
  {
    path: line,
    message: 'В счёте-фактуре у строки нет количества',
    isKept: (one, context) => !isSale(context) || has(one, 'КолТов'),
  },
  {
    path: line,
    message: 'В счёте-фактуре у строки с количеством нет цены выше нуля',
    isKept: (one, context) => !isInvoice(context) || !has(one, 'КолТов') || Number(one.attributes.ЦенаТов) > 0,
  },
  {
    path: line,
    message: 'Цена строки ниже нуля',
    isKept: (one) => !has(one, 'ЦенаТов') || Number(one.attributes.ЦенаТов) >= 0,
  },
  {
    path: line,
    message: 'В счёте-фактуре у строки нет стоимости без налога',
    isKept: (one, context) => !isSale(context) || has(one, 'СтТовБезНДС'),
  },
  {
    path: line,
    message: 'У строки нет стоимости с налогом',
    isKept: (one, context) => has(one, 'СтТовУчНал') || (!isInvoice(context) && has(one, 'СтТовБезНДС')),
  },
  {
    path: line,
    message: 'Строка «без НДС» не называет сумму налога и не стоит в счёте-фактуре',
    isKept: (one, context) => {
      const isUntaxed = childrenOf(one, 'СумНал').some((tax) => contains(tax, 'БезНДС'));
      return (one.attributes.НалСт === 'без НДС') === isUntaxed && !(isUntaxed && isInvoice(context));
    },
  },
  {
    path: totals,
    message: 'В счёте-фактуре нет итога без налога',
    isKept: (one, context) => !isSale(context) || has(one, 'СтТовБезНДСВсего'),
  },
  {
    path: totals,
    message: 'Нет итога с налогом',
    isKept: (one, context) => has(one, 'СтТовУчНалВсего') || (!isInvoice(context) && has(one, 'СтТовБезНДСВсего')),
  },
  {
    path: ['СвПродПер', 'СвПер'],
    message: 'Нет ни даты передачи, ни обеих дат периода',
    isKept: (one) => has(one, 'ДатаПер') || (has(one, 'ДатаНачПер') && has(one, 'ДатаОконПер')),
  },
  {
    path: ['Подписант'],
    message: 'Электронную доверенность называют тогда, когда подписывают по ней',
    isKept: (one) => (one.attributes.СпосПодтПолном === '3') === contains(one, 'СвДоверЭл'),
  },
  {
    path: ['Подписант'],
    message: 'Бумажную доверенность называют тогда, когда подписывают по ней',
    isKept: (one) => (one.attributes.СпосПодтПолном === '5') === contains(one, 'СвДоверБум'),
  },
  {
    // The format has it optional; operators refuse the file.
    path: ['Подписант'],
    message: 'У подписанта нет должности',
    isKept: (one, context) => !isTransfer(context) || has(one, 'Должн'),
  },
];

/** What the file says against the rules, by the element; nothing for a file that may be sent. */
export function brokenRules(file: Element, fileName: string): FieldError[] {
  const faults = childrenOf(file, 'Документ').flatMap((document) => {
    const context = contextOf(document);
    return rules.flatMap(({ path, message, isKept }) =>
      below(document, path)
        .filter((one) => !isKept(one, context))
        .map(() => ({ path: ['Файл', 'Документ', ...path].join('.'), message })),
    );
  });
  if (fileName === `${file.attributes.ИдФайл}.xml`) return faults;
  return [{ path: 'Файл.ИдФайл', message: 'Имя файла не совпадает с его идентификатором' }, ...faults];
}

function contextOf(document: Element): Context {
  const facts = below(document, ['СвСчФакт', 'ДопСвФХЖ1']);
  const isAdvance = facts.some(({ attributes }) => attributes.СпОбстФСЧФ === '2');
  return { purpose: document.attributes.Функция as Purpose, isAdvance };
}

function below(one: Element, path: string[]): Element[] {
  return path.reduce((found, name) => found.flatMap((parent) => childrenOf(parent, name)), [one]);
}
