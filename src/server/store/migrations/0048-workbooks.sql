-- What was read in a workbook of the metric or a nutrient budget calculator. The file is kept as it was, with its hash; what was
-- read, and what then differed from what was typed, is kept beside it, and is not read anew (decision 0100).
create table workbook_reading (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  owner_kind text not null check (owner_kind in ('project', 'requirement')),
  owner_id text not null,
  document_id text not null references filed_document,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  edition text not null check (edition in ('4.0', '4.1', 'statutory', 'budget')),
  read_at timestamptz not null,
  read_by text not null references "user",
  reading jsonb not null,
  differences jsonb not null
);
create index on workbook_reading (owner_id);
select marked('workbook_reading');
