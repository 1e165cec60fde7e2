-- Views of lists that a person keeps: what stood in the address of the list, under a name of their own.
create table list_view (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  list text not null,
  name text not null,
  words text not null,
  is_default boolean not null,
  unique (user_id, list, name)
);

-- A list opens with one of them at most.
create unique index list_view_default on list_view (user_id, list) where is_default;
