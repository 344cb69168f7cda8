import { maxAutoTopUpsPerDay } from './auto-top-up.ts';

const declined = 'Банк отклонил списание без объяснения. Обратитесь в банк или выберите другую карту.';
const confirmInPerson =
  'Банк требует, чтобы платёж подтвердили вы. Пополните баланс этой картой вручную или выберите другую карту, потом возобновите автопополнение.';
const passing = 'На стороне банка технический сбой. Обычно он проходит за несколько часов.';

/** What happened and what to do, by the reason of a decline or of a pause. */
const texts: Record<string, string> = {
  insufficient_funds: 'На карте не хватило денег. Пополните её или выберите другую карту.',
  payment_method_limit_exceeded: 'Превышен лимит карты. Поднимите его в банке или выберите другую карту.',
  card_expired: 'Срок действия карты истёк. Сохраните другую карту и выберите её.',
  invalid_card_number: 'Банк больше не обслуживает эту карту. Сохраните другую и выберите её.',
  payment_method_restricted: 'Банк запретил операции по карте. Обратитесь в банк или выберите другую карту.',
  country_forbidden: 'Карты этой страны не принимаются. Выберите другую карту.',
  permission_revoked: 'Согласие на списания с карты отозвано в банке. Сохраните карту заново или выберите другую.',
  fraud_suspected: confirmInPerson,
  '3d_secure_failed': confirmInPerson,
  identification_required: confirmInPerson,
  invalid_csc: confirmInPerson,
  issuer_unavailable: passing,
  internal_timeout: passing,
  provider_refused: 'Платёжная система не приняла списание. Попробуйте позже или выберите другую карту.',
  card_removed: 'Карту удалили. Выберите другую карту и возобновите автопополнение.',
  card_unusable: 'С этой карты больше нельзя списывать. Выберите другую карту и возобновите автопополнение.',
  saver_left: 'Тот, кто сохранил карту, больше не в организации. Сохраните карту заново.',
  saver_demoted: 'Тот, кто сохранил карту, больше не управляет картами организации. Сохраните карту заново.',
  refunded:
    'Деньги вернули, и на балансе стало меньше порога. Чтобы не списать с карты снова, автопополнение ждёт вас: возобновите его, когда будет нужно.',
  outcome_unknown:
    'Платёжная система не сообщила, прошло ли последнее списание. Мы выясняем это. Если банк списал деньги, они попадут на баланс.',
  monthly_cap: 'Достигнут лимит на месяц, который вы задали. Увеличьте его или пополните баланс вручную.',
  daily_limit: `С карты списываем не чаще ${maxAutoTopUpsPerDay} раз в сутки. Увеличьте сумму пополнения, чтобы списывать реже.`,
};

export function autoTopUpReasonText(reason: string | null): string {
  return reason !== null && Object.hasOwn(texts, reason) ? (texts[reason] as string) : declined;
}
