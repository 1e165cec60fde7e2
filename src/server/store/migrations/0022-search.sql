-- What search looks through: one narrow row for each thing that has a name, so that names are found without touching the
-- wide rows of the market. Derived from these in the same transaction, and read only to narrow down: who may see a thing
-- is asked of the thing itself (decision 0070).

-- Whose a thing is (for a round: the market it stands behind), and the area whose planning authority may read it.
create view search_source as
  select 'project' as kind, id, lower(name) as name, supplier_id as owner_id, lpa_id as area_id from project
  union all select 'requirement', id, lower(name), buyer_id, lpa_id from requirement
  union all select 'organisation', id, lower(name), null, null from organisation
  union all select 'projectGroup', id, lower(name), supplier_id, null from project_group
  union all select 'requirementGroup', id, lower(name), buyer_id, null from requirement_group
  union all select 'round', id, lower(name), market_id, null from round
  union all select 'market', id, lower(name), null, null from market;

create table search_entry (
  kind text not null,
  id text not null,
  name text not null,
  owner_id text,
  area_id text,
  primary key (kind, id)
);

-- Every word of letters that stands in a name, once: what a mistyped word may have meant.
create table search_word (word text primary key);

create function search_words(name text) returns setof text immutable parallel safe language sql as $$
  select word from regexp_split_to_table(lower(name), '[^[:alnum:]]+') as word where word ~ '[[:alpha:]]{3}'
$$;

-- The words nearest to a mistyped one, nearest first: those that are almost as near as the nearest.
create function search_meant(said text) returns text[] stable strict language sql
set pg_trgm.word_similarity_threshold = '0.45' as $$
  select array(select word from (
      select word, word_similarity(said, word) as near, max(word_similarity(said, word)) over () as nearest
      from search_word where word %> said) as meant
    where near > nearest - 0.15 order by near desc, word limit 12)
$$;

-- Whoever brings names holds this lock with others; words are taken away only while nobody does.
create function search_lock() returns bigint immutable language sql as $$ select hashtext('search words')::bigint $$;

create function search_learns(names text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(search_lock());
  insert into search_word select distinct word from unnest(names) as name, search_words(name) as word
    order by word on conflict do nothing;
end
$$;

-- A word that stays because others bring names just now does no harm; rebuilding takes it away.
create function search_forgets(names text[]) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(search_lock()) then return; end if;
  delete from search_word where word = any(array(select distinct word from unnest(names) as name, search_words(name) as word))
    and not exists (select from search_entry as entry
      where entry.name like '%' || search_word.word || '%' and search_word.word in (select search_words(entry.name)));
end
$$;

create function search_enters() returns trigger language plpgsql as $$
begin
  insert into search_entry select source.* from added
    join search_source as source on source.kind = tg_argv[0] and source.id = added.id;
  perform search_learns(array(select name from added));
  return null;
end
$$;

create function search_leaves() returns trigger language plpgsql as $$
begin
  delete from search_entry using gone where search_entry.kind = tg_argv[0] and search_entry.id = gone.id;
  perform search_forgets(array(select name from gone));
  return null;
end
$$;

create function search_follows() returns trigger language plpgsql as $$
begin
  update search_entry set name = source.name, owner_id = source.owner_id, area_id = source.area_id
    from search_source as source
    where source.kind = tg_argv[0] and source.id = new.id and search_entry.kind = tg_argv[0] and search_entry.id = new.id;
  if old.name <> new.name then
    perform search_learns(array[new.name]);
    perform search_forgets(array[old.name]);
  end if;
  return null;
end
$$;

-- Brings everything derived for search to what it should be; answers how many rows were not.
create function search_rebuild() returns bigint language plpgsql as $$
declare
  wrong bigint := 0;
  changed bigint;
begin
  perform pg_advisory_xact_lock(search_lock());
  lock table search_entry in share row exclusive mode;
  delete from search_entry as entry
    where not exists (select from search_source as source where (source.kind, source.id) = (entry.kind, entry.id));
  get diagnostics wrong = row_count;
  insert into search_entry select source.* from search_source as source left join search_entry as entry using (kind, id)
    where entry is distinct from (source.kind, source.id, source.name, source.owner_id, source.area_id)::search_entry
    on conflict (kind, id) do update
      set name = excluded.name, owner_id = excluded.owner_id, area_id = excluded.area_id;
  get diagnostics changed = row_count;
  wrong := wrong + changed;
  with used as (select distinct word from search_entry, search_words(name) as word),
    gone as (delete from search_word where word not in (select word from used) returning word),
    come as (insert into search_word select word from used on conflict do nothing returning word)
  select wrong + (select count(*) from gone) + (select count(*) from come) into wrong;
  return wrong;
end
$$;

select search_rebuild();

-- Of each kind with many rows an index of its own, so that what is rare in one is not looked for among all.
create index search_entry_projects on search_entry using gin (name gin_trgm_ops) where kind = 'project';
create index search_entry_requirements on search_entry using gin (name gin_trgm_ops) where kind = 'requirement';
create index search_entry_organisations on search_entry using gin (name gin_trgm_ops) where kind = 'organisation';
create index search_entry_others on search_entry using gin (name gin_trgm_ops)
  where kind not in ('project', 'requirement', 'organisation');
create index search_entry_by_name on search_entry (kind, name text_pattern_ops);
create index search_entry_by_owner on search_entry (owner_id, kind, name);
create index search_entry_by_area on search_entry (area_id, kind) where area_id is not null;
create index search_word_like on search_word using gin (word gin_trgm_ops);
analyze search_entry;
analyze search_word;

do $$
declare
  kept record;
begin
  for kept in select * from (values ('project', 'project', 'supplier_id, lpa_id'),
    ('requirement', 'requirement', 'buyer_id, lpa_id'), ('organisation', 'organisation', null),
    ('project_group', 'projectGroup', 'supplier_id'), ('requirement_group', 'requirementGroup', 'buyer_id'),
    ('round', 'round', 'market_id'), ('market', 'market', null)) as kept (of, kind, whose)
  loop
    execute format('create trigger search_enters after insert on %I referencing new table as added
      for each statement execute function search_enters(%L)', kept.of, kept.kind);
    execute format('create trigger search_leaves after delete on %I referencing old table as gone
      for each statement execute function search_leaves(%L)', kept.of, kept.kind);
    execute format('create trigger search_follows after update of %s on %I for each row
      when ((%s) is distinct from (%s)) execute function search_follows(%L)',
      concat_ws(', ', 'name', kept.whose), kept.of,
      'old.' || replace(concat_ws(', ', 'name', kept.whose), ', ', ', old.'),
      'new.' || replace(concat_ws(', ', 'name', kept.whose), ', ', ', new.'), kept.kind);
  end loop;
end
$$;

-- A participant is found by its CSV ID, in whatever capitals.
create index organisation_by_csv_id on organisation (lower(csv_id));
