-- Each head of the log that is signed is noted in the log by the entry after it (decision 0138), those of before by none.
alter table log_checkpoint add column is_noted boolean not null default false;
