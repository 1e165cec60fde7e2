-- Keys with which programs act as the people who made them. Of the key itself only its SHA-256: it is 256 bits of chance,
-- which nobody can guess through a hash however quick, so neither salt nor a slow hash would add anything.
create table api_key (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  begins text not null,
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check ('read' = any(scopes)),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at and expires_at <= made_at + interval '366 days'),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- When its owner was told that it ends soon.
  told_at timestamptz
);
create index api_key_user on api_key (user_id);
create index api_key_untold on api_key (expires_at) where told_at is null and revoked_at is null;

-- Addresses of organisations to which it is told what happens. Secrets are encrypted with the key of the market.
create table webhook (
  id text primary key,
  organisation_id text not null references organisation (id) on delete cascade,
  url text not null check (length(url) between 8 and 2000),
  types text[] not null,
  secret text not null,
  -- After a rotation both sign for a while.
  former_secret text,
  former_until timestamptz check ((former_until is null) = (former_secret is null)),
  made_by text references "user" (id) on delete set null,
  made_at timestamptz not null,
  -- Since when nothing has been taken there, while something was sent.
  failing_since timestamptz,
  paused_at timestamptz,
  paused_why text check (paused_why in ('by hand', 'failing', 'gone', 'key lost')),
  -- One is sent after the other: until then a server is at it.
  busy_until timestamptz,
  check ((paused_at is null) = (paused_why is null))
);
create index webhook_organisation on webhook (organisation_id);

-- What is to be sent, and what was: the same id and the same bytes however often it is sent.
create table webhook_delivery (
  id text primary key,
  webhook_id text not null references webhook (id) on delete cascade,
  -- The entry of the activity log that it tells of; null for a test.
  entry_id bigint,
  type text not null,
  payload text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempt integer not null default 0,
  not_before timestamptz not null,
  made_at timestamptz not null,
  unique (webhook_id, entry_id)
);
create index webhook_delivery_due on webhook_delivery (not_before) where state = 'queued';
create index webhook_delivery_of on webhook_delivery (webhook_id, made_at desc, id desc);
create index webhook_delivery_old on webhook_delivery (made_at) where state <> 'queued';

create table webhook_attempt (
  delivery_id text not null references webhook_delivery (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  milliseconds integer not null,
  status integer,
  answer text,
  problem text,
  primary key (delivery_id, number)
);
