-- What somebody is told of: one row for each person and what happened (decision 0092).
create table inbox_item (
  id text primary key,
  user_id text not null references "user" on delete cascade,
  -- The name of the notice; what it says in words is made of the facts when it is read.
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  round_id text references round on delete cascade,
  -- For whose sake it is told.
  organisation_id text references organisation,
  facts jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The actions that it waits for, of which one that is done ends it; none where it is only to be known.
  waits_for text[] not null default '{}',
  ended_at timestamptz,
  -- Chosen to come once a day, and not yet in a digest.
  for_digest boolean not null default false,
  -- The letter that tells the same. Letters end sooner, so it need not be there any more.
  letter_id text
);
create index on inbox_item (user_id, created_at desc, id);
create index inbox_item_unread on inbox_item (user_id) where read_at is null;
create index inbox_item_open on inbox_item (subject_id) where ended_at is null and waits_for <> '{}';
create index inbox_item_open_in_round on inbox_item (round_id) where ended_at is null and waits_for <> '{}';
create index inbox_item_to_do on inbox_item (user_id, created_at desc) where ended_at is null and waits_for <> '{}';
create index inbox_item_for_digest on inbox_item (created_at) where for_digest;
create index on inbox_item (letter_id) where letter_id is not null;
create index on inbox_item (created_at);

-- How somebody wants letters of a kind of notice; where nothing is said, as is usual for it.
create table notice_choice (
  user_id text not null references "user" on delete cascade,
  kind text not null,
  how text not null check (how in ('atOnce', 'daily', 'none')),
  primary key (user_id, kind)
);

-- What somebody follows who is not concerned by it otherwise.
create table watch (
  user_id text not null references "user" on delete cascade,
  subject_kind text not null,
  subject_id text not null,
  since timestamptz not null,
  primary key (user_id, subject_kind, subject_id)
);
create index on watch (subject_id);

-- A letter goes to one person by their account, to the people of an organisation, or to one address.
alter table mail_outbox add column user_id text references "user" on delete cascade;
alter table mail_outbox drop constraint mail_outbox_check;
alter table mail_outbox add check (num_nonnulls(organisation_id, to_address, user_id) = 1);
create index on mail_outbox (user_id) where user_id is not null;

-- A server refused the letter for good, so it is not tried again.
alter table mail_outbox add column bounced boolean not null default false;
