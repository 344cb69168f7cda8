-- Each version that a running subscription was told of, instead of the last one: a second price that is announced before the
-- first one applies must not replace it.
create table subscription_announcements (
  subscription_id uuid not null references subscriptions (id),
  version_id uuid not null references tariff_versions (id),
  announced_on date not null,
  primary key (subscription_id, version_id)
);

create index subscription_announcements_version on subscription_announcements (version_id);

insert into subscription_announcements (subscription_id, version_id, announced_on)
select id, announced_version_id, announced_on from subscriptions where announced_version_id is not null;

alter table subscriptions
  drop constraint subscriptions_check6,
  drop column announced_version_id,
  drop column announced_on;
