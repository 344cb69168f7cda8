-- One row that the readiness check writes, so that a database which can only be read does not count as ready.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);
