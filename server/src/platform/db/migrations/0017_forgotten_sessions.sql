-- A year after its last use only the times of a person's last session are kept.
alter table sessions alter column device drop not null, alter column address drop not null;
