-- The work queue counts requirements that wait for a paper along an index, instead of reading all of them.
create index requirement_without_certificate on requirement (id)
  where status = 'RightsCreated' and certificate_date is null;
create index certificate_of_schedule on certificate (subject_id)
  where subject_kind = 'requirement' and kind = 'schedule' and state = 'Current';
