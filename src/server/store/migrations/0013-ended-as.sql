-- What was still being prepared when its round was settled remembers how far it had come. What ended as a draft has never
-- been put forward: the planning authority of its area still does not read it.
alter table project add column ended_as text;
alter table requirement add column ended_as text;
