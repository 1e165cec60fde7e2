-- A round says which bids its latest match leaves out because their deposit was missing when the match was decided (decision 0248): between that
-- decision and the start of the engine no one can add another bid.

set local statement_timeout = 0;

alter table round add column without_deposit text[] not null default '{}';

-- The rows say more than the log has committed to.
select committed('round');

-- Every hour a job looks for deposits to set off or pay back.
create index on invoice (ordinal) where kind = 'deposit';
