-- How far events of the outbox have become notifications. Those before the upgrade are no news.
create table notification_cursor (
  is_only boolean primary key default true check (is_only),
  position bigint not null
);
insert into notification_cursor (position) select coalesce(max(position), 0) from events;
