-- What is known by something else than its name is found along an index of its own (decision 0080).

-- The square of the national grid that a reference names, its digits taken in turn from both halves, so that what lies in a
-- square begins with the square: ST 441 216 is ST424116, and lies in ST4421, which is ST4241. Null for any other text.
create function grid_square(reference text) returns text immutable parallel safe strict language plpgsql as $$
declare
  said text := upper(regexp_replace(reference, '\s', '', 'g'));
  digits text := substr(said, 3);
  half integer := length(digits) / 2;
  square text := left(said, 2);
begin
  if said !~ '^[HNOST][A-HJ-Z][0-9]*$' or length(digits) % 2 = 1 or half > 5 then return null; end if;
  for at in 1 .. half loop
    square := square || substr(digits, at, 1) || substr(digits, half + at, 1);
  end loop;
  return square;
end
$$;

create index project_by_square on project (grid_square(grid_reference) text_pattern_ops)
  where grid_square(grid_reference) is not null;
create index requirement_by_square on requirement (grid_square(grid_reference) text_pattern_ops)
  where grid_square(grid_reference) is not null;
create index requirement_by_planning_ref on requirement using gin (lower(planning_ref) gin_trgm_ops)
  where planning_ref is not null;

-- People by the beginning of their e-mail address, or of what follows the @ with it. The addresses stand nowhere else.
create index user_by_email on "user" (lower(email) text_pattern_ops);
create index user_by_host_of_email on "user" (substr(lower(email), strpos(email, '@')) text_pattern_ops);
