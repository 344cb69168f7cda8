-- The periods that a discount was applied to are counted by lines of three kinds.
drop index subscription_lines_discount;
create index subscription_lines_discount on subscription_lines (discount_id, subscription_id) where discount_id is not null;
