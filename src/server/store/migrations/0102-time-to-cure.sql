-- The last day on which a failed verification is to be put right; once it has passed, the failure becomes a case (decision 0201).

alter table verification
  add column cure_by date check (cure_by is null or not is_pass);
select committed('verification');

-- A dispute hears both sides, each until a day, before it is decided.
alter table "case"
  add column owner_papers_by date,
  add column other_papers_by date,
  add column owner_filed_at timestamptz,
  add column other_filed_at timestamptz,
  add column finding text check (finding in ('Owner', 'OtherSide', 'Each')),
  add column follows text,
  add constraint case_asks_both_sides check ((owner_papers_by is null) = (other_papers_by is null)),
  add constraint case_of_dispute_is_found check (finding is null or type = 'Dispute' and confirmed_at is not null and owner_papers_by is not null);
select committed('case');
