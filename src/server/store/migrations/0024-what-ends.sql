-- What has a stated life is removed along an index, from the oldest on (decision 0072).
create index on sign_in_attempt (at);
create index on known_device (since);
create index on sign_up (created_at);
create index on invitation (invited_at);
create index on task (finished_at);
-- The latest first, for whoever looks after the installation.
create index on task (created_at);
create index on mail_outbox (created_at);
-- Letters that are done with and still have an address or a content.
create index mail_outbox_content on mail_outbox (created_at)
  where state <> 'queued' and (to_address is not null or state = 'failed' or facts <> '{}');
