-- How long things usually stay in a status is asked of the newest entries by which they left it.
create index on activity (subject_kind, from_status, at) where from_status is distinct from to_status;
