-- The offers and bids that took no part in a match, since nobody confirmed them after the round was opened again: kept with
-- the match, as they were then.
alter table match_result add column unconfirmed jsonb not null default '[]';
