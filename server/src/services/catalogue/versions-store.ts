import { type Sql, sql } from '../../platform/db/sql.ts';

/** The terms of a row of `tariff_versions`, as the contract has them. */
export function termsOf(version: Sql): Sql {
  return sql`json_build_object('priceMinor', ${version}.price_minor, 'currency', ${version}.currency,
    'period', json_build_object('unit', ${version}.period_unit, 'count', ${version}.period_count),
    'anchor', ${version}.anchor, 'setupFeeMinor', ${version}.setup_fee_minor, 'trialDays', ${version}.trial_days,
    'maxQuantity', ${version}.max_quantity, 'graceDays', ${version}.grace_days, 'mayPause', ${version}.may_pause,
    'refundOnStop', ${version}.refund_on_stop, 'meters', ${version}.meters,
    'usageCharged', ${version}.usage_charged)`;
}

/**
 * Of lines `l` that charge for days up to the end of a period, which they name by it. Going on after a pause counts as the
 * period that it is in: else a customer who paused on every last day would have a discount for ever.
 */
export const isToPeriodEnd = sql`l.kind in ('period', 'change', 'resume')`;

/** The version that new subscriptions get today. */
export function versionInForce(tariffId: Sql, today: Sql): Sql {
  return sql`(select v.id from tariff_versions v
    where v.tariff_id = ${tariffId} and v.valid_from <= ${today} order by v.number desc limit 1)`;
}
