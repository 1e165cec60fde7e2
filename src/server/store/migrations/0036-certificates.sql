-- Certificates of rights, issue, redemption and retirement, and the schedules of agreements (decision 0084): the words that
-- are signed, under numbers that nobody guesses, and whether they still hold. What is signed never changes.

create table certificate_key (
  -- The SHA-256 of the key as DER.
  id sha256 primary key,
  public_key text not null,
  since timestamptz not null
);

create table certificate (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  number text not null unique
    check (number ~ '^[1-9A-HJKMNP-TV-Z]{5}(-[1-9A-HJKMNP-TV-Z]{5}){3}$'),
  kind text not null check (kind in ('schedule', 'rights', 'issue', 'redemption', 'retirement')),
  subject_kind text not null check (subject_kind in ('requirement', 'project')),
  subject_id text not null,
  state text not null default 'Current' check (state in ('Current', 'Superseded', 'Revoked')),
  content text not null,
  sha256 sha256 not null unique,
  signature text not null,
  key_fingerprint sha256 not null,
  made_at timestamptz not null,
  supersedes_id text unique references certificate,
  ended_at timestamptz,
  ended_reason text,
  constraint certificate_content_is_hashed check (encode(sha256(convert_to(content, 'UTF8')), 'hex') = sha256),
  constraint certificate_ends_with_a_reason check (num_nulls(ended_at, ended_reason) = case state when 'Current' then 2 else 0 end)
);
create index on certificate (subject_kind, subject_id, ordinal);
-- Of one thing one schedule holds, and one word on how far it has come.
create unique index certificate_is_the_one on certificate (subject_kind, subject_id, (kind = 'schedule'))
  where state = 'Current';

create table certificate_drawing (
  sha256 sha256 primary key,
  certificate_id text not null references certificate,
  since timestamptz not null
);
create index on certificate_drawing (certificate_id);

create function certificate_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refuse('certificate_stays', 'A certificate is not taken away'); end if;
  if to_jsonb(old) - '{state,ended_at,ended_reason,version}'::text[]
      <> to_jsonb(new) - '{state,ended_at,ended_reason,version}'::text[] then
    perform refuse('certificate_stays', 'What a certificate says does not change');
  end if;
  if old.state <> 'Current' and (old.state, old.ended_at) is distinct from (new.state, new.ended_at) then
    perform refuse('certificate_stays', 'A certificate that no longer holds never holds again');
  end if;
  return new;
end
$$;
create trigger certificate_stays before update or delete on certificate
  for each row execute function certificate_stays();

select marked('certificate');
