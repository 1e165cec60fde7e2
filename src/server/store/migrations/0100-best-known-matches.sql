-- A round says up to which gap its best known match may be used and, once settled, which gap its match has; a run of the engine on
-- a best known match has its winners (decision 0196).
alter table round add column best_known_gap_basis_points integer
  check (best_known_gap_basis_points between 1 and 10000),
  add column settled_gap_millionths integer check (settled_gap_millionths >= 0),
  -- Organisations under common control are matched as one party (decision 0197).
  add column joins_common_control boolean not null default false;
alter table match_result add column best_known jsonb;

-- The rows say more than the log has committed to.
select committed('round'), committed('match_result');
