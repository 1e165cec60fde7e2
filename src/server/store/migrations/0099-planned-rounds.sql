-- A draft round can be announced with the season in which it is expected to open, as the first day of the season (decision 0195).
alter table round add column expected_from date;

-- The rows say more than the log has committed to.
select committed('round');
