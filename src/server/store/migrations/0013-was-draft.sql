-- What ended with its round as a draft has never been put forward: the planning authority of its area still does not read it.
alter table project add column was_draft boolean not null default false;
alter table requirement add column was_draft boolean not null default false;
