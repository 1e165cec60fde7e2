-- The reserve in the usual order of credits: one credit in five is in it (decision 0071).
create index credit_reserved on credit (status, ordinal, id) where is_reserved;
