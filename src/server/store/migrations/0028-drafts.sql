-- Answers to a form that have not been submitted: of one person, and shown to nobody else (decision 0075).
create table form_draft (
  user_id text not null references "user" on delete cascade,
  kind text not null,
  subject_id text not null,
  action text not null,
  -- That of the subject when the answers were kept last.
  subject_version integer not null,
  -- The opened form that kept them last: another one must have read them before it may put others in their place.
  writer text not null,
  answers jsonb not null,
  at timestamptz not null,
  primary key (user_id, kind, subject_id, action)
);
create index on form_draft (at);
create index on form_draft (user_id, at);
