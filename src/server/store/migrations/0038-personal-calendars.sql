-- The secret address at which somebody's calendar programs read the dates of their organisation; of the secret only a hash.
create table personal_calendar (
  user_id text primary key references "user" (id) on delete cascade,
  secret_hash text not null unique,
  made_at timestamptz not null
);
