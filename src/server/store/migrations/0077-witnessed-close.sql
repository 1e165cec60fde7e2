-- Matching begins once a witness has co-signed a checkpoint that contains the close, or two people have said why it goes on without
-- (decision 0134).
alter table round add column unwitnessed_reason text;

-- The rows say more than the log has committed to.
select committed('round');

-- Does the match of a round still wait for a witness? Where none is registered nothing waits.
create function awaits_witness(of_round text) returns boolean language sql stable as $$
  select exists (select from log_witness)
    and exists (select from round where id = of_round and status = 'Pending' and unwitnessed_reason is null)
    and not exists (
      select from (
          select id from activity where subject_kind = 'round' and subject_id = of_round and to_status = 'ClosedForBidsAndOffers'
          order by id desc limit 1) as closing
        join activity_chain on entry_id = closing.id join log_leaf using (seq)
        join log_cosignature on log_cosignature.size > log_leaf.index)
$$;
