-- What the statutory metric must know of a habitat besides its type, size and condition, so that its units can be worked out:
-- how it comes about, what was there before, and when it is begun (decision 0099). Conditions are null where a habitat is not
-- assessed.
alter table service
  add column delivery text check (delivery in ('Creation', 'Enhancement')),
  add column baseline_habitat text,
  add column baseline_condition text
    check (baseline_condition in ('Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good')),
  add column years_in_advance integer check (years_in_advance between 0 and 30),
  add column years_of_delay integer check (years_of_delay between 0 and 30);

-- The habitat that a development destroys, for the units that make up for it.
alter table requirement
  add column loss_habitat text,
  add column loss_size units check (loss_size > 0),
  add column loss_condition text
    check (loss_condition in ('Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good')),
  add column loss_significance text check (loss_significance in ('Low', 'Medium', 'High'));
