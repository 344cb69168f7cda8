alter table webhook_endpoints
  drop constraint webhook_endpoints_disabled_reason_check,
  add constraint webhook_endpoints_disabled_reason_check
    check (disabled_reason in ('gone', 'failing', 'requested', 'key_stopped'));
