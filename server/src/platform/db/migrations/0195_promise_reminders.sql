-- The last day on which it was looked whether members have to be reminded of a promised payment that ends.
alter table promised_payments add column looked_on date;
