-- The last day on which a failed verification is to be put right; once it has passed, the failure becomes a case (decision 0201).

alter table verification
  add column cure_by date check (cure_by is null or not is_pass);
select committed('verification');
