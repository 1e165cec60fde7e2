-- Questions that participants ask about a round, with the answers that everyone reads (decision 0194).

create table round_question (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  round_id text not null references round,
  organisation_id text not null references organisation,
  status text not null check (status in ('Asked', 'Answered', 'Declined')),
  question text not null check (question <> ''),
  asked_by text not null references "user",
  asked_at timestamptz not null,
  published_question text,
  answer text,
  answered_at timestamptz,
  corrected_at timestamptz,
  reason text,
  constraint round_question_is_answered check (
    (status = 'Answered') = (num_nulls(published_question, answer, answered_at) = 0)
    and (status = 'Answered' or num_nonnulls(published_question, answer, answered_at, corrected_at) = 0)),
  constraint round_question_is_declined check ((status = 'Declined') = (reason is not null))
);
create index on round_question (round_id, ordinal);
create index on round_question (organisation_id, ordinal);
create index on round_question (status, ordinal);

create function round_question_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refuse('round_question_is_kept', 'A question is not taken away'); end if;
  if old.status <> 'Asked' and old.status <> new.status then
    perform refuse('round_question_is_final', 'A question that is answered or declined stays so');
  end if;
  if (old.round_id, old.organisation_id, old.asked_by, old.asked_at)
    is distinct from (new.round_id, new.organisation_id, new.asked_by, new.asked_at)
    or old.answered_at <> new.answered_at then
    perform refuse('round_question_is_frozen', 'Who asked, and when, does not change');
  end if;
  return new;
end
$$;
create trigger round_question_is_kept before update or delete on round_question
  for each row execute function round_question_is_kept();

select marked('round_question');
select committed('round_question');
