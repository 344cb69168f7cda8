-- When the person behind the session proved a second factor: by a code at its sign-in, a passkey, or a confirmation since.
alter table sessions add column second_factor_at timestamptz;

update sessions s set second_factor_at = s.created_at
from users u where u.id = s.user_id and u.totp_confirmed_at < s.created_at;
