-- Two people approve once for a settled round that rights are allocated and credits issued in it (decision 0122).
alter table round add column allocation_approved_at timestamptz;

-- The rows say more than the log has committed to.
select committed('round');
