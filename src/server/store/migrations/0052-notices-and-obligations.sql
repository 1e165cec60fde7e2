-- Two more documents that the market makes itself (decision 0105): the notice of a redemption, and the schedule that is attached
-- to the deed by which land is secured. Each stands beside what the credits have come to, as the schedule of an agreement does.

alter table certificate drop constraint certificate_kind_check;
alter table certificate add constraint certificate_kind_check
  check (kind in ('schedule', 'obligation', 'notice', 'rights', 'issue', 'redemption', 'retirement'));

drop index certificate_is_the_one;
-- Of one thing one document of each sort holds.
create unique index certificate_is_the_one on certificate
  (subject_kind, subject_id, (case when kind in ('schedule', 'obligation', 'notice') then kind else 'stage' end))
  where state = 'Current';
