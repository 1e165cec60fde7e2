-- A contract names its agreement: it is filed, or known by a reference (decision 0144).
alter table project add column agreement_ref text;

-- The rows say more than the log has committed to.
select committed('project');
