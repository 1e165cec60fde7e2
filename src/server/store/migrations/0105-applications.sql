-- Planning officers ask by application reference, whatever its capitals and spaces (decision 0205).
create index requirement_of_application on requirement (upper(regexp_replace(planning_ref, '\s', '', 'g')));
