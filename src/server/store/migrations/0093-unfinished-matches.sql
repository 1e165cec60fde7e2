-- A match that runs out of time keeps what is known, the operator may give the next one more time, and ask the owners of the bids that
-- make it hard (decision 0181).
alter table match_result add column unfinished jsonb, add column owners_asked_at timestamptz;
alter table round add column match_minutes integer check (match_minutes >= 0);

-- The rows say more than the log has committed to.
select committed('round'), committed('match_result');
