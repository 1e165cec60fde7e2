-- What the product needs to run: tasks, letters, sessions, passwords. Nothing here is a word of the market.

create table task (
  id text primary key,
  kind text not null,
  round_id text not null references round,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  phase text,
  progress double precision check (progress between 0 and 1),
  surplus bigint,
  bound bigint,
  gap double precision,
  winners integer,
  message text,
  -- Rises with each start; whoever reports with an older number has lost the task to another.
  attempt integer not null default 0,
  lease_until timestamptz,
  cancel_requested boolean not null default false,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index on task (round_id, created_at);
create index task_to_do on task (created_at) where state in ('queued', 'running');
-- One that is ending does not keep the next one from being asked for.
create unique index task_one_waiting on task (kind, round_id) where state = 'queued';

create table mail_outbox (
  id text primary key,
  letter text not null,
  -- A letter goes to the people of an organisation, or to one address.
  organisation_id text references organisation,
  to_address text,
  facts jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempt integer not null default 0,
  not_before timestamptz not null,
  message text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check (num_nonnulls(organisation_id, to_address) = 1)
);
create index mail_outbox_to_do on mail_outbox (not_before) where state = 'queued';
create index on mail_outbox (organisation_id);

create table idempotency (
  user_id text not null references "user",
  key text not null,
  request_hash sha256 not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index on idempotency (created_at);

create table session (
  id_hash text primary key,
  user_id text not null references "user",
  stage text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index on session (user_id);
create index on session (expires_at);

create table credential (
  user_id text primary key references "user",
  password_hash text not null,
  changed_at timestamptz not null
);

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  username text not null,
  address text,
  succeeded boolean not null,
  at timestamptz not null
);
create index on sign_in_attempt (username, at);
create index on sign_in_attempt (address, at);

create table meta (
  key text primary key,
  value text not null
);
