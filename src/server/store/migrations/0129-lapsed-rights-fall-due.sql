-- What a supplier receives is divided by the units of its buyers (decision 0207). When the rights of one lapse, the rest is due with the
-- units of the others, so its invoices are looked at again; until now they waited for the next event of the project.

create or replace function credits_fall_due() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of(array_agg(kind), array_agg(id))
  from (select 'requirement' as kind, added.requirement_id as id from added
      where to_status in ('RightsAllocated', 'Issued') and requirement_id is not null
    union select 'project', project_id from added join credit on credit.id = credit_id
      where to_status in ('RightsAllocated', 'Issued') and added.requirement_id is not null
        or to_status = 'Unused' and from_status in ('RightsCreated', 'RightsAllocated')) as fallen;
  return null;
end
$$;

select look_at_invoices_of(array_agg('project'::text), array_agg(project_id))
from (select distinct project_id from credit where lapsed_requirement_id is not null) as lapsed;
