-- What entries of the activity log tell of people goes into a table that can be blanked; an entry keeps a salted
-- commitment to each such value (decision 0064). A commitment is the SHA-256 of the salt and the value as canonical JSON.

set local statement_timeout = 0;

create table activity_personal (
  seq bigint not null,
  -- Where in the details of the entry the value stood, as a JSON pointer (RFC 6901).
  path text not null,
  value text,
  salt text,
  primary key (seq, path),
  check ((value is null) = (salt is null))
);

-- Entries of before this, whose text no longer holds such values: they keep their hash, which is of the text as it was, and
-- this is the hash of the text as it is. One entry of the log vouches for all rows here.
create table activity_rewritten (
  seq bigint primary key,
  digest sha256 not null
);

create function activity_words(a activity) returns text immutable language sql as $$
  select a.prev_hash || '{"action":' || to_json(a.action) || ',"actorId":' || coalesce(to_json(a.actor_id)::text, 'null')
    || ',"at":"' || to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","details":' || to_json(a.details)
    || ',"forClientId":' || coalesce(to_json(a.for_client_id)::text, 'null')
    || ',"fromStatus":' || coalesce(to_json(a.from_status)::text, 'null') || ',"message":' || to_json(a.message)
    || ',"roundId":' || coalesce(to_json(a.round_id)::text, 'null') || ',"seq":' || a.seq
    || ',"subjectId":' || to_json(a.subject_id) || ',"subjectKind":' || to_json(a.subject_kind)
    || ',"title":' || to_json(a.title) || ',"toStatus":' || coalesce(to_json(a.to_status)::text, 'null') || '}'
$$;

create function sha256_of(words text) returns text immutable language sql as $$
  select encode(sha256(convert_to(words, 'UTF8')), 'hex')
$$;

-- The same JSON, letter by letter, with a commitment wherever a value has been taken out, and the quote where there is one.
create function with_commitments(entry bigint, place text, said json) returns text language plpgsql as $$
begin
  return (select '{' || string_agg(to_json(key) || ':' || case
      when taken.value is not null then '{"commitment":"' || sha256_of(taken.salt || taken.value) || '"}'
      when json_typeof(part) = 'object' then with_commitments(entry, place || '/' || key, part)
      else part::text end, ',' order by key collate "C") || '}'
    from (select key, value as part from json_each(said)
      union all select 'quote', null where place = ''
        and exists (select from activity_personal where seq = entry and path = '/quote')) as one
    left join activity_personal as taken on taken.seq = entry and taken.path = place || '/' || key);
end
$$;

with field (subject_kind, parent, name) as (values
    ('project', null, 'nearAddress'), ('project', null, 'screeningComment'), ('project', null, 'reviewReason'),
    ('project', 'certification', 'assessedByName'), ('project', 'certification', 'assessedByOrg'),
    ('project', 'certification', 'assessedByPosition'), ('project', 'certification', 'reviewedByName'),
    ('project', 'certification', 'reviewedByOrg'), ('project', 'certification', 'reviewedByPosition'),
    ('requirement', null, 'nearAddress'), ('round', null, 'rejectionReason'), ('participation', null, 'reason'),
    ('agentAuthority', null, 'reason'), ('invitation', null, 'email')),
  found as (
    select seq, '/' || key as path, part::text as value
    from activity cross join json_each(details::json) as one (key, part)
    join field on field.subject_kind = activity.subject_kind and parent is null and name = key
    union all
    select seq, '/' || parent || '/' || name, (details::json -> parent -> name)::text
    from activity join field on field.subject_kind = activity.subject_kind and parent is not null
    where json_typeof(details::json -> parent) = 'object'
    union all
    -- What somebody said stood at the end of the message.
    select seq, '/quote', to_json(substr(message, length(title) + 3))::text
    from activity where action = 'ImportMatch' and starts_with(message, title || '; ')
    union all
    select seq, '/quote', to_json(substr(message, strpos(message, ': ') + 2))::text
    from activity where action = 'ExplainFault' and strpos(message, ': ') > 0)
insert into activity_personal (seq, path, value, salt)
  select seq, path, value, replace(gen_random_uuid()::text, '-', '') from found where value <> 'null';

alter table activity disable trigger activity_is_final;
update activity set details = with_commitments(seq, '', details::json),
    message = case when exists (select from activity_personal as quote where quote.seq = activity.seq and path = '/quote')
      then case action when 'ExplainFault' then left(message, strpos(message, ': ') - 1) else title end
      else message end
  where seq in (select seq from activity_personal);
alter table activity enable always trigger activity_is_final;

insert into activity_rewritten (seq, digest)
  select seq, sha256_of(activity_words(activity)) from activity where seq in (select seq from activity_personal);

do $$
declare
  head activity_head;
  one record;
  many bigint := 0;
  digest text := repeat('0', 64);
  entry activity;
begin
  select * into head from activity_head for update;
  for one in select seq, hash, r.digest from activity_rewritten as r join activity using (seq) order by seq loop
    digest := sha256_of(digest || one.seq || ' ' || one.hash || ' ' || one.digest);
    many := many + 1;
  end loop;
  if many = 0 then return; end if;
  entry.seq := head.seq + 1;
  entry.at := date_trunc('milliseconds', clock_timestamp());
  entry.action := 'TakeOutPersonal';
  entry.title := 'Take personal data out of the log';
  entry.subject_kind := 'organisation';
  entry.subject_id := coalesce((select id from organisation where type = 'OPER' order by ordinal limit 1), '');
  entry.message := format('%s; %s earlier entries hold commitments in place of it', entry.title, many);
  entry.details := format('{"before":"%s","digest":"%s","entries":%s}', head.hash, digest, many);
  entry.prev_hash := head.hash;
  entry.hash := sha256_of(activity_words(entry));
  insert into activity select entry.*;
  update activity_head set seq = entry.seq, hash = entry.hash;
end
$$;

drop function with_commitments, activity_words, sha256_of;

-- A value is added with its entry, and may be blanked; nothing else is ever done to it.
create function personal_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.seq = old.seq and new.path = old.path and new.value is null then return new; end if;
  end if;
  raise exception 'The personal values of the activity log can only be blanked: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger personal_is_only_blanked before update on activity_personal
  for each row execute function personal_is_final();
create trigger personal_stays before delete or truncate on activity_personal
  for each statement execute function personal_is_final();
alter table activity_personal enable always trigger personal_is_only_blanked;
alter table activity_personal enable always trigger personal_stays;

create trigger rewritten_is_final before insert or update or delete or truncate on activity_rewritten
  for each statement execute function activity_is_final();
alter table activity_rewritten enable always trigger rewritten_is_final;
