-- The long lists are read along an index also where they are narrowed down by a status, a place or an owner: rows alike in that
-- are in the usual order of their list, by name or from the newest on.

create index project_of_status on project (status, lower(name), id);
create index project_of_round on project (round_id, lower(name), id);
create index project_of_supplier on project (supplier_id, lower(name), id);
create index project_of_agent on project (agent_id, lower(name), id) where agent_id is not null;
create index project_of_type on project (type_id, lower(name), id);
create index project_of_nca on project (nca_id, lower(name), id);
create index project_of_lpa on project (lpa_id, lower(name), id);
create index project_of_subcatchment on project (subcatchment_id, lower(name), id);
create index project_of_credit_types on project using gin (credit_types);

create index requirement_of_status on requirement (status, lower(name), id);
create index requirement_of_round on requirement (round_id, lower(name), id);
create index requirement_of_buyer on requirement (buyer_id, lower(name), id);
create index requirement_of_agent on requirement (agent_id, lower(name), id) where agent_id is not null;
create index requirement_of_type on requirement (type, lower(name), id);
create index requirement_of_nca on requirement (nca_id, lower(name), id);
create index requirement_of_lpa on requirement (lpa_id, lower(name), id);
create index requirement_of_subcatchment on requirement (subcatchment_id, lower(name), id);
create index requirement_redeemed_late on requirement (id)
  where (redeemed_at at time zone 'utc')::date > redemption_date;
create index requirement_to_redeem on requirement (redemption_date)
  where redeemed_at is null and status in ('RightsCreated', 'RightsAllocated', 'CreditsIssued');

create index credit_of_round on credit (round_id, ordinal, id);
create index credit_of_status on credit (status, ordinal, id);
create index credit_unsold on credit (status, ordinal, id) where requirement_id is null;
create index credit_sold on credit (status, ordinal, id) where requirement_id is not null;
create index credit_of_type on credit (type, ordinal, id);
create index credit_of_project on credit (project_id, ordinal, id);
create index credit_of_requirement on credit (requirement_id, ordinal, id);

create index compliance_check_failed on compliance_check (project_id) where not is_compliant;

create index organisation_of_type on organisation (type, lower(name), id);
create index organisation_of_csv_id on organisation (coalesce(lower(csv_id), ''), id);
create index user_by_display_name on "user" (lower(display_name), id);
create index participation_of_status on participation (status, id);
create index participation_of_capacity on participation (capacity, id);
create index agent_authority_of_status on agent_authority (status, id);
create index agent_authority_of_agent on agent_authority (agent_id, id);
create index project_group_by_name on project_group (lower(name), id);
create index requirement_group_by_name on requirement_group (lower(name), id);
create index round_by_name on round (lower(name), id);
create index nca_by_name on nca (lower(name), id);
create index subcatchment_by_name on subcatchment (lower(name), id);

-- These begin with the same columns, or serve nothing any more.
drop index organisation_type_name_idx;
drop index agent_authority_agent_id_status_idx;
drop index project_by_status;
drop index project_supplier_id_idx;
drop index project_agent_id_idx;
drop index project_nca_id_idx;
drop index project_lpa_id_idx;
drop index requirement_by_status;
drop index requirement_by_type;
drop index requirement_buyer_id_idx;
drop index requirement_agent_id_idx;
drop index requirement_nca_id_idx;
drop index requirement_lpa_id_idx;
drop index credit_round_id_status_idx;
drop index credit_by_status;
drop index credit_by_type;
drop index credit_by_project;
drop index credit_by_requirement;
