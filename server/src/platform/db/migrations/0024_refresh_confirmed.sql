-- The previous refresh token stays valid until the pair that replaced it was used, so that a lost answer signs nobody
-- out. The generation counts rotations; access tokens carry it and so tell which pair is in use.
alter table sessions add column generation integer not null default 0;
alter table sessions add column confirmed_at timestamptz default now();
update sessions set confirmed_at = rotated_at;
