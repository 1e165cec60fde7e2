-- Browsers on which somebody has signed in before, and passkeys.

-- A browser keeps the id, sealed with a key that the database does not know.
create table known_device (
  id text primary key,
  user_id text not null references "user",
  since timestamptz not null
);
create index on known_device (user_id);

-- Null for a guess from a browser on which that person had not signed in before.
alter table sign_in_attempt add column device_id text;

create table passkey (
  id text primary key,
  user_id text not null references "user",
  credential_id text not null unique,
  public_key text not null,
  -- How often it has been used, as it says itself; many say 0 for ever.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When it was used with a count that had been there before, as a copy does.
  blocked_at timestamptz
);
create index on passkey (user_id);

-- What a passkey must sign, once; what a session has asked for ends with it.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'second-step', 'step-up', 'registration')),
  session_hash text references session on delete cascade,
  expires_at timestamptz not null,
  check ((session_hash is null) = (purpose = 'sign-in'))
);
create index on passkey_challenge (session_hash);
create index on passkey_challenge (expires_at);

create or replace function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.id;
  if old.second_factor and not new.second_factor then
    delete from second_factor where user_id = new.id;
    delete from recovery_code where user_id = new.id;
    delete from passkey where user_id = new.id;
  end if;
  if old.active is distinct from new.active or old.must_reset_password is distinct from new.must_reset_password then
    delete from known_device where user_id = new.id;
  end if;
  return null;
end $$;

create or replace function end_sessions_of_credential() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.user_id;
  delete from known_device where user_id = new.user_id;
  return null;
end $$;
