-- One action on many things, as one request: each thing is a run of the single action of its own (decision 0078).
-- How far it has come is its task's; a task of this kind is about no round.

alter table task alter column round_id drop not null;
alter table task add check (round_id is not null or kind = 'bulk');

create table bulk_act (
  id text primary key references task on delete cascade,
  user_id text not null references "user",
  -- What the client called it, so that the same request sent twice is begun once.
  key text not null,
  kind text not null,
  action text not null,
  -- What is answered for all; emptied at the end, since the log and the books hold what became of it.
  answers jsonb not null,
  -- When a fresh code was asked for, where the action moves credits or rights and the installation asks for one.
  stepped_up_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, key)
);
create index on bulk_act (created_at);

create table bulk_item (
  bulk_id text not null references bulk_act on delete cascade,
  place integer not null check (place >= 0),
  subject_id text not null,
  -- The version that was looked at.
  version integer,
  -- What is answered for this one besides, or otherwise; emptied at the end like the others.
  answers jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'cancelled')),
  message text,
  primary key (bulk_id, place),
  unique (bulk_id, subject_id)
);
