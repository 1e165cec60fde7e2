-- The matches of settled rounds, published under pseudonyms where the market says so (decision 0110).
alter table market
  add column instances text not null default 'withheld' check (instances in ('withheld', 'published'));

alter table round
  -- Of the file that is published, and of the best match that was handed in afterwards, where it is better.
  add column instance_sha256 sha256,
  add column better_match_sha256 sha256;

-- What is published, as it is handed out: known by its hash, which the log names.
create table instance_file (
  sha256 sha256 primary key,
  round_id text not null references round,
  at timestamptz not null,
  said text not null
);
create index on instance_file (round_id);

-- The rows of both say more than the log has committed to.
select committed('market'), committed('round');
