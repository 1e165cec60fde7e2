-- A backup takes along the numbers of columns, and so now of batches of changed rows: without them a market that is restored
-- would begin again with numbers that are in use.
alter sequence row_batch owned by activity_row.batch;
