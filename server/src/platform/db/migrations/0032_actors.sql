-- Who did something: a person, a key of the operator API, or a job of the product itself. A person's actor has the
-- person's id and comes with the person.
create table actors (
  id uuid primary key,
  kind text not null check (kind in ('person', 'api_key', 'job')),
  -- Of a key or a job; a person's name is in users alone, so that deleting the person forgets it.
  name text,
  check ((kind = 'person') = (name is null))
);
create unique index actors_job_key on actors (name) where kind = 'job';

insert into actors (id, kind) select id, 'person' from users;
insert into actors (id, kind, name) values
  ('00000000-0000-4000-8000-000000000001', 'job', 'subscriptions'),
  ('00000000-0000-4000-8000-000000000002', 'job', 'auto-top-up'),
  ('00000000-0000-4000-8000-000000000003', 'job', 'bank-statements');

create function users_are_actors() returns trigger language plpgsql as $$
begin
  insert into actors (id, kind) values (new.id, 'person');
  return null;
end $$;
create trigger users_are_actors after insert on users for each row execute function users_are_actors();
alter table users add constraint users_actor_fkey foreign key (id) references actors deferrable initially deferred;

alter table audit_log drop constraint audit_log_actor_id_fkey,
  add constraint audit_log_actor_id_fkey foreign key (actor_id) references actors;
alter table payments drop constraint payments_created_by_fkey,
  add constraint payments_created_by_fkey foreign key (created_by) references actors;
alter table refunds drop constraint refunds_requested_by_fkey,
  add constraint refunds_requested_by_fkey foreign key (requested_by) references actors;
alter table payment_daily_totals drop constraint payment_daily_totals_created_by_fkey,
  add constraint payment_daily_totals_created_by_fkey foreign key (created_by) references actors;
