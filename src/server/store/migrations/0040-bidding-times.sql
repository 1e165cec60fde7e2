-- When bids and offers of a round open and close by themselves. A round without these is opened and closed by hand.
alter table round add bids_open timestamptz, add bids_close timestamptz,
  add constraint round_bids_close_after_they_open check (bids_close > bids_open),
  add constraint round_bids_that_open_close check (bids_open is null or bids_close is not null);

-- The clock by which bids and offers open and close, the same for all servers. Tests put another in its place.
create function market_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';
