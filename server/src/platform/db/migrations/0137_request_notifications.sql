-- Letters about requests are a category of their own, which a person may switch off.
alter table notifications drop constraint notifications_category_check;
alter table notifications add constraint notifications_category_check
  check (category in ('money', 'balance', 'documents', 'members', 'requests', 'security')) not valid;
alter table notifications validate constraint notifications_category_check;
alter table notification_mutes drop constraint notification_mutes_category_check;
alter table notification_mutes add constraint notification_mutes_category_check
  check (category in ('balance', 'documents', 'members', 'requests'));
