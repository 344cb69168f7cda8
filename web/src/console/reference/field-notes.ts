import type { Schema } from './operations.ts';

/** What a field means, by its name: one name means one thing all over the API. */
export const fieldNotes: Record<string, string> = {
  'idempotency-key': 'Ваш номер вызова: повтор с ним не делает ничего второй раз',
  accepted: 'Сколько событий приняли',
  amountMinor: 'Сумма в копейках (в сотых долях валюты): 150000 — это 1\u00a0500\u00a0₽',
  anchor: 'Когда начинаются периоды: в первый день месяца или в день подключения',
  answer: 'Что ответил ваш адрес',
  attemptLog: 'Все попытки доставки',
  attempts: 'Сколько раз пробовали доставить',
  availableMinor: 'Сколько можно списать сейчас, в копейках: баланс без резервов, с лимитом',
  balanceAfterMinor: 'Баланс после операции, в копейках',
  balanceMinor: 'Баланс в копейках; ниже нуля — долг',
  balances: 'Балансы по валютам',
  by: 'По каким отрезкам складывать',
  capturedMinor: 'Сколько списать из резерва, в копейках; остаток резерва снимется',
  charge: 'Списание',
  chargeId: 'Номер списания',
  charges: 'Списания пачки, каждое со своим ключом повтора',
  code: 'Код ошибки для программы',
  count: 'Сколько таких отрезков в периоде',
  createdAt: 'Когда создано, по UTC',
  creditLimitMinor: 'На сколько баланс может уйти ниже нуля, в копейках',
  currency: 'Валюта',
  currentPeriod: 'Оплаченный период; последний день в него не входит',
  cursor: 'Откуда продолжить список: nextCursor прошлого ответа',
  data: 'О чём событие; состав зависит от типа',
  deliveries: 'Сколько доставок поставили в очередь',
  deliveryId: 'Номер доставки',
  description: 'За что, словами: строка видна клиенту и стоит в документах',
  detail: 'Ошибка словами',
  disabledAt: 'Когда адрес отключили',
  disabledReason: 'Почему адрес отключили',
  documentName: 'Как услуга названа в документах',
  durationMs: 'Сколько длилась попытка, в миллисекундах',
  enabled: 'Отправлять ли события на этот адрес',
  endedOn: 'День, с которого услуги нет',
  endpointId: 'Номер адреса вебхука',
  error: 'Почему попытка не удалась',
  errors: 'Что не так в каждом поле',
  eventId: 'Номер события',
  events: 'События расхода, до 1000 за вызов',
  expectedTotalMinor: 'Сумма, которую вы показали клиенту, в копейках: при другой ничего не изменится',
  expectedVersionId: 'Версия тарифа из расчёта (versionId): при другой ничего не изменится',
  expiresAt: 'Когда истекает, по UTC',
  externalId: 'Номер клиента в вашей системе, один на организацию',
  failingSince: 'С какого времени доставки не проходят',
  flatMinor: 'Плата за ступень целиком, в копейках',
  from: 'Начало, включительно',
  graceDays: 'Сколько дней услуга работает без денег',
  group: 'Группа в каталоге',
  heldMinor: 'Сколько отложено резервами, в копейках',
  holdId: 'Номер резерва; null, если списали без него',
  id: 'Номер',
  idempotencyKey: 'Ваш номер списания: повтор с ним ничего не делает второй раз',
  includedQuantity: 'Сколько входит в тариф',
  index: 'Место события в запросе, с нуля',
  inn: 'ИНН',
  isVisible: 'Видят ли услугу все клиенты',
  items: 'Строки страницы',
  kind: 'Вид',
  lastAttempt: 'Последняя попытка',
  limit: 'Сколько строк на странице',
  lines: 'Из чего складывается сумма',
  maxQuantity: 'Наибольшее количество; null — количества нет',
  mayPause: 'Можно ли ставить на паузу',
  message: 'Что исправить',
  metadata: 'Ваши пары «ключ — значение»; клиент видит только разрешённые в SHOWN_METADATA',
  meter: 'Ключ счётчика расхода',
  meters: 'Счётчики расхода с ценами',
  method: 'Способ оплаты',
  minimumMinor: 'Меньше этого за период не списываем, в копейках',
  missingMinor: 'Скольких копеек не хватило',
  model: 'Как считается цена расхода',
  name: 'Название',
  nextAttemptAt: 'Когда попробуем снова',
  nextCharge: 'Следующее списание',
  nextCursor: 'С чем просить следующую страницу; null на последней',
  number: 'Номер по порядку',
  occurredAt: 'Когда это случилось, по UTC; без него — сейчас',
  on: 'День',
  organizationId: 'Номер организации в Казне',
  overlapHours: 'Сколько часов действует и прежний секрет',
  ownerEmail: 'Почта будущего владельца: ему придёт приглашение',
  packageMinor: 'Цена пакета, в копейках',
  paidAt: 'Когда оплачен; null, пока нет',
  path: 'Поле с ошибкой',
  pendingChange: 'Изменение, которое ещё не началось',
  period: 'Период оплаты',
  periodMinor: 'Цена периода, в копейках',
  previousSecretExpiresAt: 'До какого времени действует прежний секрет',
  price: 'Цена',
  priceMinor: 'Цена периода, в копейках',
  problem: 'Почему это списание не прошло; остальные от него не зависят',
  properties: 'Ваши свойства события: по ним считаются уникальные значения',
  quantity: 'Количество',
  reason: 'Причина словами',
  refundedMinor: 'Сколько уже вернули, в копейках',
  refundOnStop: 'Возвращать ли за оставшиеся дни',
  refused: 'События, которые не приняли, с причинами',
  repeated: 'Сколько событий уже были приняты раньше',
  requestBody: 'Что мы отправили',
  requestHeaders: 'С какими заголовками',
  requiredScope: 'Какого права не хватает ключу',
  results: 'Итоги в порядке запроса',
  resumeCursor: 'С чем продолжить чтение событий позже',
  secret: 'Секрет подписи. Показываем один раз',
  service: 'Название вашей услуги: по нему складываются расходы и строки документов',
  serviceId: 'Номер услуги',
  setupFeeMinor: 'Плата за подключение, в копейках',
  since: 'С какого времени',
  size: 'Сколько единиц в пакете',
  sourceId: 'Номер платежа, списания или другого, из-за чего изменился баланс',
  startedAt: 'Когда началась попытка',
  status: 'Состояние',
  subscriptionId: 'Номер подписки',
  tariffId: 'Номер тарифа',
  tariffs: 'Тарифы услуги',
  tiers: 'Ступени цены',
  timestamp: 'Когда случилось событие, по UTC',
  title: 'Ошибка коротко',
  to: 'Конец, не включительно',
  total: 'Сколько всего',
  totalMinor: 'Сумма, в копейках; ниже нуля — вернётся на баланс',
  trialDays: 'Сколько дней бесплатно',
  trialTo: 'Конец бесплатных дней',
  type: 'Тип',
  types: 'Типы событий',
  unit: 'Единица',
  unitMinor: 'Цена единицы, в копейках',
  upTo: 'Последняя единица ступени; null — без конца',
  url: 'Адрес, на который приходят события',
  usageCharged: 'Сколько уже списали за расход',
  usageId: 'Ваш номер события расхода',
  versionId: 'Версия тарифа, по которой посчитали',
  when: 'Сейчас или в конце периода',
};

const formats: Record<string, string> = { uuid: 'UUID', email: 'почта', uri: 'адрес' };
const types: Record<string, string> = {
  string: 'строка',
  integer: 'целое число',
  number: 'число',
  boolean: 'true или false',
  array: 'список',
  object: 'объект',
  null: 'null',
};

export function typeText({ type, enum: values, format, anyOf }: Schema): string {
  if (values) return values.join(' | ');
  if (anyOf) return anyOf.map(typeText).join(' | ');
  if (format) return formats[format] ?? format;
  const known = typeof type === 'string' ? [type] : (type ?? []);
  return known.map((name) => types[name] ?? name).join(' | ');
}

const beyondLimits = Number.MAX_SAFE_INTEGER;

/** Returns «от 1 до 100 000 000 000», «до 250 знаков», «если не указать, 20»; empty where anything goes. */
export function limitsText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, default: unset } = schema;
  const number = (value: number) => value.toLocaleString('ru');
  const least = minimum !== undefined && minimum > -beyondLimits && `от ${number(minimum)}`;
  const most = maximum !== undefined && maximum < beyondLimits && `до ${number(maximum)}`;
  const letters = maxLength !== undefined && `${minLength ? `от ${minLength} ` : ''}до ${number(maxLength)} знаков`;
  const rows = maxItems !== undefined && `не больше ${number(maxItems)} в списке`;
  const byDefault = unset !== undefined && unset !== null && `если не указать, ${JSON.stringify(unset)}`;
  return [[least, most].filter(Boolean).join(' '), letters, rows, byDefault].filter(Boolean).join(', ');
}

export interface FieldRow {
  /** Nested ones by their path: `charges[].amountMinor`. */
  path: string;
  name: string;
  schema: Schema;
  isRequired: boolean;
}

const maxDepth = 4;

/** The fields of a body with what is in them, in order; the same object again is not opened within itself. */
export function fieldsOf(schema: Schema | undefined, before = '', depth = 0): FieldRow[] {
  if (!schema || depth > maxDepth) return [];
  const inside = [schema, ...(schema.anyOf ?? [])].find(({ properties, items }) => properties ?? items);
  if (inside?.items) return fieldsOf(inside.items, `${before}[]`, depth + 1);
  return Object.entries(inside?.properties ?? {}).flatMap(([name, field]) => {
    const path = before ? `${before}.${name}` : name;
    const row = { path, name, schema: field, isRequired: inside?.required?.includes(name) ?? false };
    return [row, ...fieldsOf(field, path, depth + 1)];
  });
}
