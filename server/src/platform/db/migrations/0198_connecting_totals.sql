-- What connecting was to charge when its payment was made: more than that was not agreed on.
alter table subscription_intents add column total_minor bigint;
