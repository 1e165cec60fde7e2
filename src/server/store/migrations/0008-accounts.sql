-- How people sign up, sign in and keep their accounts.

alter table "user"
  add column second_factor boolean not null default false,
  add column must_reset_password boolean not null default false;

alter table credential add column must_change boolean not null default false;

alter table session
  add column stepped_up_at timestamptz,
  add column address text,
  add column browser text,
  add check (stage in ('full', 'enrol', 'SOFTWARE_TOKEN_MFA', 'NEW_PASSWORD_REQUIRED'));

-- The secret is encrypted with a key that the database does not know.
create table second_factor (
  user_id text primary key references "user",
  secret text not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz
);

create table recovery_code (
  user_id text not null references "user",
  code_hash sha256 not null,
  primary key (user_id, code_hash)
);

-- A code that was mailed. The code itself is nowhere: it follows from the id and the key.
create table mailed_code (
  id text primary key,
  purpose text not null check (purpose in ('reset', 'confirm')),
  username text not null,
  address text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on mailed_code (purpose, username, created_at);
create index on mailed_code (address, created_at);
create index on mailed_code (expires_at);

-- Who has asked to join and has not shown yet that the address is theirs. Nothing of it is in the market before.
create table sign_up (
  email text primary key,
  details jsonb not null,
  password_hash text not null,
  created_at timestamptz not null
);

create table invitation (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  organisation_id text not null references organisation,
  email text not null,
  invited_by text not null references "user",
  invited_at timestamptz not null,
  completed_at timestamptz
);
create index on invitation (organisation_id);

-- Whoever changes a password, rights or a second factor, by whatever way: the sessions begun before are over.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.id;
  if old.second_factor and not new.second_factor then
    delete from second_factor where user_id = new.id;
    delete from recovery_code where user_id = new.id;
  end if;
  return null;
end $$;
create trigger user_rights_changed after update on "user" for each row
  when (old.groups is distinct from new.groups or old.active is distinct from new.active
    or old.organisation_id is distinct from new.organisation_id
    or old.must_reset_password is distinct from new.must_reset_password
    or old.second_factor is distinct from new.second_factor)
  execute function end_sessions_of_user();

create function end_sessions_of_credential() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.user_id;
  return null;
end $$;
create trigger password_changed after update of password_hash on credential for each row
  execute function end_sessions_of_credential();
