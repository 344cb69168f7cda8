-- What the readiness check fills after a write was refused for the disk's sake, to learn whether there is space again.
create unlogged table write_probe_space (
  filler text not null
);
