-- Messages between the parties of a case are comments on it: each says for which part of the case it was written (decision 0209).
alter table comment
  add column case_part text check (case_part in ('operator', 'owner', 'holder', 'supplier', 'authority', 'otherAuthority')),
  add column written_for_id text references organisation,
  add column agent_id text references organisation,
  add constraint message_has_a_part check ((subject_kind = 'case') = (case_part is not null)),
  add constraint message_is_for_someone check (
    case when case_part is null then written_for_id is null and agent_id is null
         else case_part = 'operator' or written_for_id is not null end);
select committed('comment');
