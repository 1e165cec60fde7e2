-- The log as a Merkle tree (RFC 6962; decision 0106): a leaf for each link of the chain, in its order. Older links get their
-- leaves from the server that chains, in batches, with an entry that says so.

create function log_tree_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The tree of the log can only be added to: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

-- What is published of each entry, which is what its leaf is the hash of.
create table log_leaf (
  -- Counted from zero, without gaps.
  index bigint primary key check (index >= 0),
  -- The number in the chain.
  seq bigint not null unique,
  -- With it nobody can guess from what is published what the entry says.
  salt bytea not null check (octet_length(salt) = 32),
  said text not null
);

-- The hashes that the tiles of the tree list (C2SP tlog-tiles): at level 0 of leaves, above of each full tile below.
create table log_hash (
  level smallint not null check (level between 0 and 63),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

-- The heads that were signed; whoever has one can tell whether the log of a later one goes on from it.
create table log_checkpoint (
  size bigint primary key check (size > 0),
  at timestamptz not null,
  root bytea not null check (octet_length(root) = 32),
  key_fingerprint sha256 not null,
  -- The signed note, as it is handed out.
  note text not null,
  -- How far credits and settlements had come of which all entries were chained.
  mark text not null
);

do $$
declare
  name text;
begin
  foreach name in array '{log_leaf,log_hash,log_checkpoint}'::text[] loop
    execute format('create trigger log_tree_is_final before update or delete or truncate on %I
      for each statement execute function log_tree_is_final()', name);
    execute format('alter table %I enable always trigger log_tree_is_final', name);
  end loop;
end
$$;

-- The keys that sign checkpoints are kept as those of certificates are.
alter table certificate_key
  add column signs text not null default 'certificates' check (signs in ('certificates', 'checkpoints')),
  -- What the key before it signed, so that whoever trusts that one may trust this: a signed note.
  add column succession text;
