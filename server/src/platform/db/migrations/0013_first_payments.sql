-- A first payment that earned nothing is remembered as well, so that no later one passes for the first.
alter table referral_bonuses drop constraint referral_bonuses_amount_minor_check;
alter table referral_bonuses add constraint referral_bonuses_amount_minor_check check (amount_minor >= 0);
