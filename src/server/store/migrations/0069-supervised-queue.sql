-- One rule for everything that is leased (decision 0124): an attempt is counted before it begins, and an item of which three
-- attempts in a row have ended without an answer is set aside until an administrator tries it again.

alter table task
  add column unanswered integer not null default 0 check (unanswered >= 0),
  add column set_aside_at timestamptz check (set_aside_at is null or state = 'failed');
create index task_set_aside on task (set_aside_at) where set_aside_at is not null;

alter table mail_outbox
  add column unanswered integer not null default 0 check (unanswered >= 0),
  add column set_aside_at timestamptz check (set_aside_at is null or state = 'failed');
create index mail_outbox_set_aside on mail_outbox (set_aside_at) where set_aside_at is not null;

alter table webhook_delivery
  add column unanswered integer not null default 0 check (unanswered >= 0),
  -- Why the last attempt ended without an answer.
  add column message text,
  add column set_aside_at timestamptz check (set_aside_at is null or state = 'failed');
create index webhook_delivery_set_aside on webhook_delivery (set_aside_at) where set_aside_at is not null;

-- Inspections of uploaded files that have begun and are not answered. An answer removes the row.
create table inspection (
  -- The SHA-256 of the file, and what is read from it.
  id text primary key,
  attempt integer not null default 0,
  unanswered integer not null default 0 check (unanswered >= 0),
  lease_until timestamptz,
  message text,
  set_aside_at timestamptz,
  begun_at timestamptz not null
);
create index inspection_set_aside on inspection (set_aside_at) where set_aside_at is not null;
create index inspection_begun on inspection (begun_at);
